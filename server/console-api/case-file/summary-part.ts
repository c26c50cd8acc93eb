// The first of a case file: how the verification ended and why, and what it was. Pure.

import { reasons as known } from '../../verifications/reasons.ts'
import type { Writing } from './case-file.ts'
import { coded, foreign, ink, type Part, section, styled, whole } from './page-parts.ts'

/** The status as a word in its colour, beside a bar of the same; under it each reason, and the end of a review. */
export function decisionPart(writing: Writing): Part {
  const { words, opened } = writing
  const { verification } = opened
  const { status, reasons } = verification
  const color = ink[status]
  const why = reasons.map((code) => ({
    stack: [
      coded(words.label.reason[code], code),
      styled(words.label.retry[known[code].retryAllowed ? 'yes' : 'no'], 'code'),
    ],
    margin: [0, 3, 0, 0],
  }))
  const word = { text: words.label.status[status], fontSize: 15, bold: true, color }
  const said = { stack: [word, ...why, ...reviewLine(writing)], margin: [10, 3, 0, 4] }
  return {
    table: { widths: [4, '*'], body: [[{ text: '', fillColor: color }, said]] },
    layout: 'noBorders',
    margin: [0, 0, 0, 14],
  }
}

/** What people said of it belongs beside it. */
function reviewLine({ words, show, opened }: Writing): readonly Part[] {
  const progress = opened.review?.review.progress
  if (progress?.state !== 'closed') return []
  const text = words.review(words.label.outcome[progress.outcome], show.instant(progress.at))
  return [{ text, color: ink.review, bold: true, margin: [0, 5, 0, 0] }]
}

/** Two facts a line. */
export function summaryPart({ words, show, opened, purpose }: Writing): Part {
  const { facts } = words
  const { verification: one, trace } = opened
  const list: readonly (readonly [string, string | Part])[] = [
    [facts.environment, words.environment[one.environment]],
    [facts.reference, foreign(one.externalRef ?? words.none)],
    [facts.country, coded(show.country(one.country), one.country)],
    [facts.document, coded(words.label.document[one.idType], one.idType)],
    [facts.submitted, show.instant(one.createdAt)],
    [facts.completed, one.completedAt === undefined ? words.notYet : show.instant(one.completedAt)],
    [facts.provider, trace.provider?.name ?? words.none],
    [facts.providerReference, foreign(trace.provider?.reference ?? words.none)],
    [facts.resultCode, one.resultCode ?? words.none],
    [facts.purpose, purpose === undefined ? words.none : words.label.lookReason[purpose]],
  ]
  const rows = Array.from({ length: list.length / 2 }, (_, line) =>
    list.slice(2 * line, 2 * line + 2).flatMap(([name, value]) => [styled(name, 'quiet'), value]),
  )
  const widths = [98, '*', 104, '*'] as const
  return whole(section({ title: words.section.summary, widths, rows, empty: words.none }))
}
