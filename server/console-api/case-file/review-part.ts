// What people said of the decision: how the review stands, and each entry of its history. Pure.

import type { HistoryEntry, ReviewHistory } from '../../reviews/review-view.ts'
import { inWords, type Writing } from './case-file.ts'
import { printable } from './figures.ts'
import {
  block,
  type Cell,
  coded,
  foreign,
  type Part,
  section,
  styled,
  whole,
} from './page-parts.ts'

export function reviewPart(writing: Writing): Part {
  const { words, opened } = writing
  const { review: title } = words.section
  if (opened.review === undefined) return block(title, [styled(words.noReview, 'quiet')])
  const rows = factsOf(writing, opened.review).map(([name, value]) => [
    styled(name, 'quiet'),
    value,
  ])
  const table = section({ title, widths: [140, '*'], rows, empty: words.none })
  const note = { ...styled(words.neverStatus, 'code'), margin: [0, -11, 0, 14] }
  return whole({ stack: [table, note] })
}

function factsOf(
  { words: { facts, label, reviewState }, show }: Writing,
  { review: { causes, progress }, members }: ReviewHistory,
): readonly (readonly [string, Cell])[] {
  const nameOf = (id: string) => members.find((member) => member.id === id)?.name ?? id
  const codes = (labels: Readonly<Record<string, string>>, list: readonly string[]) => ({
    stack: list.map((code) => coded(inWords(labels, code), code)),
  })
  const why = [facts.reviewCauses, codes(label.cause, causes)] as const
  const state = [facts.reviewState, coded(reviewState[progress.state], progress.state)] as const
  if (progress.state !== 'closed') return [state, why]
  const { outcome, reasons, decidedBy, approvedBy, at } = progress
  return [
    [facts.reviewOutcome, { ...coded(label.outcome[outcome], outcome), bold: true }],
    [facts.reviewReasons, codes(label.outcomeReason, reasons)],
    [facts.decidedBy, foreign(nameOf(decidedBy))],
    ...(approvedBy === undefined ? [] : [[facts.approvedBy, foreign(nameOf(approvedBy))] as const]),
    [facts.closed, show.instant(at)],
    why,
  ]
}

/** A longer note may be longer than a page. */
const unbrokenNote = { characters: 1200, lines: 25 }

/** Nothing where nothing was written down. */
export function historyPart(writing: Writing): Part {
  const { words, opened, notes } = writing
  const entries = opened.review?.entries ?? []
  if (entries.length === 0) return { stack: [] }
  const { when, who, what, note } = words.column
  return section({
    title: words.section.history,
    widths: [96, 84, 128, '*'],
    head: [when, who, what, note],
    rows: entries.map((entry) => rowOf(writing, entry)),
    empty: words.none,
    mayBreakRows: [...notes.values()].some(isLong),
  })
}

function isLong(note: string): boolean {
  const { characters, lines } = unbrokenNote
  return note.length > characters || note.split('\n').length > lines
}

function rowOf({ words, show, notes }: Writing, entry: HistoryEntry): readonly Cell[] {
  const { id, at, kind, author, note: sealed } = entry
  const note = notes.get(id)
  const gone = sealed === undefined ? '' : styled(words.noteErased, 'quiet')
  return [
    show.second(at),
    foreign(author?.name ?? words.nobody),
    { stack: [styled(words.label.entry[kind], 'strong'), ...detailsOf(words.label, entry)] },
    note === undefined ? gone : foreign(printable(note)),
  ]
}

function detailsOf(label: Writing['words']['label'], { details }: HistoryEntry): readonly Part[] {
  const { audience, finding, about, outcome, reasons = [], rejection } = details
  const subjects = { ...label.role, ...label.check }
  return [
    ...(audience === undefined ? [] : [label.audience[audience]]),
    ...(finding === undefined ? [] : [label.reviewFinding[finding]]),
    ...(about === undefined ? [] : [subjects[about]]),
    ...(outcome === undefined ? [] : [label.outcome[outcome]]),
    ...reasons.map((reason) => label.outcomeReason[reason]),
    ...(rejection === undefined ? [] : [label.rejection[rejection]]),
  ].map((text) => styled(text, 'quiet'))
}
