// What was checked and with what result, and what was noticed in the pictures before. Pure.

import type { Check } from '../../verifications/verification.ts'
import { inWords, type Writing } from './case-file.ts'
import { coded, ink, type Part, section, styled, whole } from './page-parts.ts'

const colours: Readonly<Record<Check['result'], string>> = {
  passed: ink.approved,
  failed: ink.declined,
  unclear: ink.error,
  not_done: ink.quiet,
}

export function checksPart({ words, opened: { verification } }: Writing): Part {
  const { checks, environment, status } = verification
  const rows = checks.map(({ check, result, reason }) => [
    words.label.check[check],
    { text: words.label.result[result], color: colours[result], bold: true },
    reason === undefined ? '' : coded(inWords(words.label.seen, reason), reason),
  ])
  const why = environment === 'sandbox' ? environment : status
  const empty = words.noChecks[why === 'approved' || why === 'declined' ? 'other' : why]
  const { check, result, seen } = words.column
  const head = [check, result, seen]
  return whole(section({ title: words.section.checks, widths: [150, 80, '*'], head, rows, empty }))
}

/** Nothing where nothing was noticed. */
export function findingsPart({ words, show, opened: { verification } }: Writing): Part {
  const { findings } = verification
  if (findings.length === 0) return { stack: [] }
  const rows = findings.map(({ role, code, figure, limit, unit }) => [
    words.label.role[role],
    coded(words.label.finding[code], code),
    styled(
      words.measured(show.number(figure), inWords(words.label.unit, unit), show.number(limit)),
      'quiet',
    ),
  ])
  const { picture, finding, measured } = words.column
  const head = [picture, finding, measured]
  const { findings: title } = words.section
  return whole(section({ title, widths: [150, '*', '*'], head, rows, empty: words.none }))
}
