// What the provider said beside or after its final answer, on which the status does not rest. Pure.

import type { LateResult } from '../../../verifications/late/late-results.ts'
import {
  type Cell,
  coded,
  type PagePart,
  section,
  styled,
  unbroken,
} from '../../printing/page-parts.ts'
import type { LocalizedCaseFile } from './case-file.ts'

/** Empty where it said nothing more, and once the person's data is erased. */
export function laterPart(file: LocalizedCaseFile): PagePart {
  const { words, person } = file
  const later = person?.later ?? []
  if (later.length === 0) return { stack: [] }
  const { when, result, details } = words.column
  return unbroken(
    section({
      title: words.section.later,
      widths: [110, '*', 190],
      head: [when, result, details],
      rows: later.map((one) => rowOf(file, one)),
      empty: words.none,
    }),
  )
}

function rowOf({ words, show }: LocalizedCaseFile, late: LateResult): readonly Cell[] {
  const { source, receivedAt, outcome } = late
  return [
    show.second(receivedAt),
    outcome === undefined
      ? styled(words.label.lateFinding.received, 'quiet')
      : saidIn(words, outcome),
    styled(words.lateSource[source], 'quiet'),
  ]
}

function saidIn(
  { label }: LocalizedCaseFile['words'],
  { status, reasons }: NonNullable<LateResult['outcome']>,
): PagePart {
  const why = reasons.map((code) => coded(label.reason[code], code))
  return { stack: [styled(label.status[status], 'strong'), ...why] }
}
