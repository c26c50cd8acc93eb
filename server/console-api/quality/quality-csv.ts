// Writes the quality figures as CSV: one reviewer a row. Pure.

import { csvLines, spreadsheetMark } from '../../kernel/csv.ts'
import type { CsvSeparator } from '../../kernel/csv-separator.ts'
import type { QualityJson } from './quality-json.ts'

const columns = [
  'environment',
  'from',
  'to',
  'unfinished_at',
  'reviewer_id',
  'reviewer',
  'decided',
  'judged',
  'overturned',
  'overturn_rate',
  'rejected',
  'median_ms',
  'p95_ms',
  'checks',
  'agreed',
  'other_reasons',
  'other_outcome',
  'agreement',
  'agreement_low',
  'agreement_high',
] as const

/** The agreement is empty for too few checks. */
export function qualityCsv(
  { environment, period, at, reviewers }: QualityJson,
  separator: CsvSeparator,
): Buffer {
  const rows = reviewers.map((one) => [
    environment,
    period.from,
    period.to,
    period.is_unfinished ? at : undefined,
    one.reviewer.id,
    one.reviewer.name,
    one.decided,
    one.judged,
    one.overturned,
    one.overturn_rate,
    one.rejected,
    one.median_ms,
    one.p95_ms,
    one.checks,
    one.agreed,
    one.other_reasons,
    one.other_outcome,
    one.agreement?.share,
    one.agreement?.low,
    one.agreement?.high,
  ])
  return Buffer.from(spreadsheetMark + csvLines([[...columns], ...rows], separator))
}
