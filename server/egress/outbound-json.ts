// Formats an entry of the outbound log for `svc outbound`, as JSON or as a CSV row.

import { toIso } from '../kernel/clock.ts'
import type { CsvCell } from '../kernel/csv.ts'
import type { OutboundEntry } from './outbound.ts'

export type OutboundJson = ReturnType<typeof outboundJson>

export function outboundJson(entry: OutboundEntry) {
  return {
    id: entry.id,
    started_at: toIso(entry.startedAt),
    purpose: entry.purpose,
    method: entry.method,
    host: entry.host,
    field_names: entry.fieldNames,
    body_bytes: entry.bodyBytes,
    body_sha256: entry.bodySha256 ?? null,
    outcome: entry.outcome,
    status: entry.status ?? null,
    duration_ms: entry.durationMs ?? null,
    provider: entry.provider ?? null,
  }
}

export const outboundColumns = [
  'id',
  'started_at',
  'purpose',
  'method',
  'host',
  'field_names',
  'body_bytes',
  'body_sha256',
  'outcome',
  'status',
  'duration_ms',
  'provider',
] as const satisfies readonly (keyof OutboundJson)[]

/** One cell per column of `outboundColumns`. Field names share one cell, separated by spaces. */
export function outboundRow(entry: OutboundEntry): readonly CsvCell[] {
  const { field_names: names, ...rest } = outboundJson(entry)
  return outboundColumns.map((column) =>
    column === 'field_names' ? names.join(' ') : rest[column],
  )
}
