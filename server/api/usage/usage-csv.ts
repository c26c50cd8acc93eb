// Writes a usage summary as CSV, for `svc usage --csv` and the console.

import { csvLines } from '../../kernel/csv.ts'
import type { CsvSeparator } from '../../kernel/csv-separator.ts'
import type { UsageSummaryJson } from './usage-api.ts'

/** Returns a heading line and one line per group. */
export function summaryCsv(
  { group_by, items }: UsageSummaryJson,
  separator: CsvSeparator = 'comma',
): string {
  const heading = [group_by, 'kyc.verify', 'score.get', 'quantity', 'billable_quantity', 'events']
  const rows = items.map((item) => [
    item.group,
    item.by_type['kyc.verify'].quantity,
    item.by_type['score.get'].quantity,
    item.quantity,
    item.billable_quantity,
    item.events,
  ])
  return csvLines([heading, ...rows], separator)
}
