// Writes audit entries as CSV for a spreadsheet, with their hashes, so that a line can be checked against the log.

import { type CsvCell, csvLines, spreadsheetMark } from '../kernel/csv.ts'
import type { CsvSeparator } from '../kernel/csv-separator.ts'
import type { AuditEntryJson } from './audit-json.ts'

const columns: Readonly<Record<string, (entry: AuditEntryJson) => CsvCell>> = {
  sequence: (entry) => entry.sequence,
  at: (entry) => entry.at,
  actor_kind: (entry) => entry.actor.kind,
  actor_id: (entry) => entry.actor.id,
  action: (entry) => entry.action,
  subject_kind: (entry) => entry.subject?.kind,
  subject_id: (entry) => entry.subject?.id,
  outcome: (entry) => entry.outcome,
  client_address: (entry) => entry.client_address,
  request_id: (entry) => entry.request_id,
  details: (entry) => JSON.stringify(entry.details),
  id: (entry) => entry.id,
  previous_hash: (entry) => entry.previous_hash,
  hash: (entry) => entry.hash,
}

/** The first part of a file begins with a byte order mark and a heading line. */
export function auditCsv(
  entries: readonly AuditEntryJson[],
  { separator, isFirst }: { readonly separator: CsvSeparator; readonly isFirst: boolean },
): string {
  const rows = entries.map((entry) => Object.values(columns).map((cell) => cell(entry)))
  if (!isFirst) return csvLines(rows, separator)
  return spreadsheetMark + csvLines([Object.keys(columns), ...rows], separator)
}
