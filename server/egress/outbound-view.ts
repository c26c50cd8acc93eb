// The outbound log as people read it, filtered: a page at a time, in either direction.

import { z } from 'zod'
import { fromJson, orUndefined } from '../db/columns.ts'
import type { Reader } from '../db/transaction.ts'
import type { OutboundEntry, OutboundPurpose } from './outbound.ts'
import type { OutboundTable } from './outbound-table.ts'

export interface OutboundFilter {
  readonly purpose?: OutboundPurpose | undefined
  readonly host?: string | undefined
  /** Smallest id that is meant. */
  readonly idFrom?: string | undefined
  /** First id that is no longer meant. */
  readonly idBefore?: string | undefined
}

/** At most `limit` entries beyond the id `after`, in this order. */
interface OutboundPage {
  readonly order: 'newest_first' | 'oldest_first'
  readonly after: string | undefined
  readonly limit: number
}

export async function listOutbound(
  db: Reader,
  filter: OutboundFilter,
  { order, after, limit }: OutboundPage,
): Promise<readonly OutboundEntry[]> {
  const isNewestFirst = order === 'newest_first'
  let query = db.selectFrom('outbound_calls').select(columns)
  if (filter.purpose !== undefined) query = query.where('purpose', '=', filter.purpose)
  if (filter.host !== undefined) query = query.where('host', '=', filter.host)
  if (filter.idFrom !== undefined) query = query.where('id', '>=', filter.idFrom)
  if (filter.idBefore !== undefined) query = query.where('id', '<', filter.idBefore)
  if (after !== undefined) query = query.where('id', isNewestFirst ? '<' : '>', after)
  const rows = await query
    .orderBy('id', isNewestFirst ? 'desc' : 'asc')
    .limit(limit)
    .execute()
  return rows.map(toEntry)
}

const columns = [
  'id',
  'started_at',
  'duration_ms',
  'purpose',
  'provider',
  'method',
  'host',
  'field_names',
  'body_bytes',
  'body_sha256',
  'outcome',
  'status',
] as const

const fieldNamesColumn = z.array(z.string())

function toEntry(row: Pick<OutboundTable, (typeof columns)[number]>): OutboundEntry {
  return {
    id: row.id,
    startedAt: row.started_at,
    durationMs: orUndefined(row.duration_ms),
    purpose: row.purpose,
    provider: orUndefined(row.provider),
    method: row.method,
    host: row.host,
    fieldNames: fromJson(fieldNamesColumn, row.field_names),
    bodyBytes: row.body_bytes,
    bodySha256: orUndefined(row.body_sha256),
    outcome: row.outcome,
    status: orUndefined(row.status),
  }
}
