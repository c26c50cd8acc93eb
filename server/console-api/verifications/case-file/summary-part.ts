// The first part of a case file: the outcome with its reasons, and the main facts. Pure.

import { reasons as knownReasons } from '../../../verifications/reasons.ts'
import {
  coded,
  freeText,
  ink,
  inWords,
  type PagePart,
  section,
  styled,
  unbroken,
} from '../../printing/page-parts.ts'
import type { LocalizedCaseFile } from './case-file.ts'

/** The status in its colour beside a bar of the same colour; under it the reasons and the outcome of the review. */
export function decisionPart(file: LocalizedCaseFile): PagePart {
  const { words, opened } = file
  const { verification } = opened
  const { status, reasons } = verification
  const color = ink[status]
  const why = reasons.map((code) => ({
    stack: [
      coded(words.label.reason[code], code),
      styled(words.label.retry[knownReasons[code].retryAllowed ? 'yes' : 'no'], 'code'),
    ],
    margin: [0, 3, 0, 0],
  }))
  const word = { text: words.label.status[status], fontSize: 15, bold: true, color }
  const content = { stack: [word, ...why, ...reviewLine(file)], margin: [10, 3, 0, 4] }
  return {
    table: { widths: [4, '*'], body: [[{ text: '', fillColor: color }, content]] },
    layout: 'noBorders',
    margin: [0, 0, 0, 14],
  }
}

function reviewLine({ words, show, opened }: LocalizedCaseFile): readonly PagePart[] {
  const progress = opened.review?.review.progress
  if (progress?.state !== 'closed') return []
  const text = words.review(words.label.reviewOutcome[progress.outcome], show.instant(progress.at))
  return [{ text, color: ink.review, bold: true, margin: [0, 5, 0, 0] }]
}

/** Two facts in a row. */
export function summaryPart({ words, show, opened, purpose }: LocalizedCaseFile): PagePart {
  const { facts } = words
  const { verification: one, trace } = opened
  const list: readonly (readonly [string, string | PagePart])[] = [
    [facts.environment, words.environment[one.environment]],
    [facts.reference, freeText(one.externalRef ?? words.none)],
    [facts.country, coded(show.country(one.country), one.country)],
    [facts.document, coded(words.label.document[one.idType], one.idType)],
    [facts.submitted, show.instant(one.createdAt)],
    [facts.completed, one.completedAt === undefined ? words.notYet : show.instant(one.completedAt)],
    [facts.provider, inWords(words.label.provider, trace.provider?.name ?? words.none)],
    [facts.providerReference, freeText(trace.provider?.reference ?? words.none)],
    [facts.resultCode, one.resultCode ?? words.none],
    [facts.purpose, purpose === undefined ? words.none : words.label.accessReason[purpose]],
  ]
  const rows = Array.from({ length: list.length / 2 }, (_, line) =>
    list.slice(2 * line, 2 * line + 2).flatMap(([name, value]) => [styled(name, 'quiet'), value]),
  )
  const widths = [98, '*', 104, '*'] as const
  return unbroken(section({ title: words.section.summary, widths, rows, empty: words.none }))
}
