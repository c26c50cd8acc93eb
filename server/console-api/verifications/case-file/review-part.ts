// The state of the review, and each entry of its history. Pure.

import type { HistoryEntry, ReviewHistory } from '../../../reviews/review-history.ts'
import { printable } from '../../printing/figures.ts'
import {
  block,
  type Cell,
  coded,
  freeText,
  inWords,
  type PagePart,
  section,
  styled,
  unbroken,
} from '../../printing/page-parts.ts'
import type { LocalizedCaseFile } from './case-file.ts'

export function reviewPart(file: LocalizedCaseFile): PagePart {
  const { words, opened } = file
  const { review: title } = words.section
  if (opened.review === undefined) return block(title, [styled(words.noReview, 'quiet')])
  const rows = factsOf(file, opened.review).map(([name, value]) => [styled(name, 'quiet'), value])
  const table = section({ title, widths: [140, '*'], rows, empty: words.none })
  const note = { ...styled(words.neverStatus, 'code'), margin: [0, -11, 0, 14] }
  return unbroken({ stack: [table, note] })
}

function factsOf(
  { words: { facts, label, reviewState }, show }: LocalizedCaseFile,
  { review: { causes, progress }, users }: ReviewHistory,
): readonly (readonly [string, Cell])[] {
  const nameOf = (id: string) => users.find((user) => user.id === id)?.name ?? id
  const codes = (labels: Readonly<Record<string, string>>, list: readonly string[]) => ({
    stack: list.map((code) => coded(inWords(labels, code), code)),
  })
  const why = [facts.reviewCauses, codes(label.reviewCause, causes)] as const
  const state = [facts.reviewState, coded(reviewState[progress.state], progress.state)] as const
  if (progress.state !== 'closed') return [state, why]
  const { outcome, reasons, decidedBy, approvedBy, at } = progress
  return [
    [facts.reviewOutcome, { ...coded(label.reviewOutcome[outcome], outcome), bold: true }],
    [facts.reviewReasons, codes(label.reviewReason, reasons)],
    [facts.decidedBy, freeText(nameOf(decidedBy))],
    ...(approvedBy === undefined
      ? []
      : [[facts.approvedBy, freeText(nameOf(approvedBy))] as const]),
    [facts.closed, show.instant(at)],
    why,
  ]
}

/** Above these limits a note may be longer than a page. */
const unbrokenNote = { characters: 1200, lines: 25 }

/** Empty when there are no entries. */
export function historyPart(file: LocalizedCaseFile): PagePart {
  const { words, opened, notes } = file
  const entries = opened.review?.entries ?? []
  if (entries.length === 0) return { stack: [] }
  const { when, who, what, note } = words.column
  return section({
    title: words.section.history,
    widths: [96, 84, 128, '*'],
    head: [when, who, what, note],
    rows: entries.map((entry) => rowOf(file, entry)),
    empty: words.none,
    mayBreakRows: [...notes.values()].some(isLong),
  })
}

function isLong(note: string): boolean {
  const { characters, lines } = unbrokenNote
  return note.length > characters || note.split('\n').length > lines
}

function rowOf({ words, show, notes }: LocalizedCaseFile, entry: HistoryEntry): readonly Cell[] {
  const { id, at, kind, author, note: encrypted } = entry
  const note = notes.get(id)
  const gone = encrypted === undefined ? '' : styled(words.noteErased, 'quiet')
  return [
    show.second(at),
    freeText(author?.name ?? words.nobody),
    { stack: [styled(words.label.reviewEntry[kind], 'strong'), ...detailsOf(words, entry)] },
    note === undefined ? gone : freeText(printable(note)),
  ]
}

function detailsOf(
  { label, proposes }: LocalizedCaseFile['words'],
  { kind, details }: HistoryEntry,
): readonly PagePart[] {
  const { audience, finding, about, outcome, reasons = [], rejection } = details
  const outcomes = kind === 'proposed' ? proposes : label.reviewOutcome
  const subjects = { ...label.imageRole, ...label.check }
  return [
    ...(audience === undefined ? [] : [label.noteAudience[audience]]),
    ...(finding === undefined ? [] : [label.reviewFinding[finding]]),
    ...(about === undefined ? [] : [subjects[about]]),
    ...(outcome === undefined ? [] : [outcomes[outcome]]),
    ...reasons.map((reason) => label.reviewReason[reason]),
    ...(rejection === undefined ? [] : [label.rejectionReason[rejection]]),
  ].map((text) => styled(text, 'quiet'))
}
