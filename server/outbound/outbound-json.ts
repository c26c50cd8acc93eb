// An entry of the ledger of outbound calls as `svc outbound` writes it: JSON, or a line of CSV.

import { toIso } from '../kernel/clock.ts'
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
  }
}

export const outboundCsvHead =
  'id,started_at,purpose,method,host,field_names,body_bytes,body_sha256,outcome,status,duration_ms'

/** RFC 4180, without its line break. Names of fields stand in one cell, a space between them. */
export function outboundCsvLine(entry: OutboundEntry): string {
  const { field_names: names, ...rest } = outboundJson(entry)
  const { id, started_at, purpose, method, host, ...after } = rest
  const cells = [id, started_at, purpose, method, host, names.join(' '), ...Object.values(after)]
  return cells.map(csvCell).join(',')
}

function csvCell(value: string | number | null): string {
  const text = String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
