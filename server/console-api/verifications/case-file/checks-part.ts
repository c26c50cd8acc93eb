// The checks and their results, and the findings of the image inspection. Pure.

import type { Check, Finding } from '../../../verifications/verification.ts'
import {
  coded,
  ink,
  inWords,
  type PagePart,
  section,
  styled,
  unbroken,
} from '../../printing/page-parts.ts'
import type { LocalizedCaseFile } from './case-file.ts'

const colours: Readonly<Record<Check['result'], string>> = {
  passed: ink.approved,
  failed: ink.declined,
  unclear: ink.error,
  not_done: ink.quiet,
}

export function checksPart({ words, opened: { verification } }: LocalizedCaseFile): PagePart {
  const { checks, environment, status } = verification
  const rows = checks.map(({ check, result, reason }) => [
    words.label.check[check],
    { text: words.label.result[result], color: colours[result], bold: true },
    reason === undefined ? '' : coded(inWords(words.label.comparison, reason), reason),
  ])
  const why = environment === 'sandbox' ? environment : status
  const empty = words.noChecks[why === 'approved' || why === 'declined' ? 'other' : why]
  const { check, result, seen } = words.column
  const head = [check, result, seen]
  return unbroken(
    section({ title: words.section.checks, widths: [150, 80, '*'], head, rows, empty }),
  )
}

/** Empty when there are no findings. */
export function findingsPart({
  words,
  show,
  opened: { verification },
}: LocalizedCaseFile): PagePart {
  const { findings } = verification
  if (findings.length === 0) return { stack: [] }
  const measured = (finding: Finding) => {
    if (!('figure' in finding)) return ''
    const { figure, unit, limit } = finding
    return words.measured(show.number(figure), inWords(words.label.unit, unit), show.number(limit))
  }
  const rows = findings.map((finding) => [
    words.label.imageRole[finding.role],
    coded(words.label.imageFinding[finding.code], finding.code),
    styled(measured(finding), 'quiet'),
  ])
  const { column } = words
  const head = [column.image, column.finding, column.measured]
  const { findings: title } = words.section
  return unbroken(section({ title, widths: [150, '*', '*'], head, rows, empty: words.none }))
}
