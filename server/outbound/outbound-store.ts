// The queries of the ledger of outbound calls: append, complete, read by key set in either direction, forget.

import { sql } from 'kysely'
import { z } from 'zod'
import { fromJson, orNull, orUndefined } from '../db/columns.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import type { OutboundEntry, OutboundPurpose } from './outbound.ts'
import type { OutboundTable } from './outbound-table.ts'

/**
 * Entries that are there as begun are completed; all others are left as they are, so that a batch may be
 * written again.
 */
export async function writeOutbound(trx: Trx, entries: readonly OutboundEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += rowsPerInsertMax) {
    await trx
      .insertInto('outbound_calls')
      .values(entries.slice(from, from + rowsPerInsertMax).map(toRow))
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((row) => ({
            duration_ms: row.ref('excluded.duration_ms'),
            body_bytes: row.ref('excluded.body_bytes'),
            body_sha256: row.ref('excluded.body_sha256'),
            outcome: row.ref('excluded.outcome'),
            status: row.ref('excluded.status'),
          }))
          .where('outbound_calls.outcome', '=', begun),
      )
      .execute()
  }
}

/** Of eleven columns each; a statement holds 32 766 values at most. */
const rowsPerInsertMax = 500

/** Written out, so that the index of begun calls is found. */
const begun = sql.lit('begun' as const)

/** Says of every call that is begun that it was cut off; returns how many there were. */
export async function cutOffBegun(trx: Trx): Promise<number> {
  const result = await trx
    .updateTable('outbound_calls')
    .set({ outcome: 'cut_off' })
    .where('outcome', '=', begun)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

export interface OutboundFilter {
  readonly purpose?: OutboundPurpose | undefined
  readonly host?: string | undefined
  /** Smallest id that is meant. */
  readonly idFrom?: string | undefined
  /** First id that is no longer meant. */
  readonly idBefore?: string | undefined
}

/** At most `limit` entries beyond the id `after`, in this order. */
export interface OutboundPage {
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

/** Deletes at most `limit` entries with ids below `idBefore`, the oldest; returns how many. */
export async function deleteOutbound(trx: Trx, idBefore: string, limit: number): Promise<number> {
  const old = trx
    .selectFrom('outbound_calls')
    .select('id')
    .where('id', '<', idBefore)
    .orderBy('id')
    .limit(limit)
  const result = await trx.deleteFrom('outbound_calls').where('id', 'in', old).executeTakeFirst()
  return Number(result.numDeletedRows)
}

const columns = [
  'id',
  'started_at',
  'duration_ms',
  'purpose',
  'method',
  'host',
  'field_names',
  'body_bytes',
  'body_sha256',
  'outcome',
  'status',
] as const

function toRow(entry: OutboundEntry): OutboundTable {
  return {
    id: entry.id,
    started_at: entry.startedAt,
    duration_ms: orNull(entry.durationMs),
    purpose: entry.purpose,
    method: entry.method,
    host: entry.host,
    field_names: JSON.stringify(entry.fieldNames),
    body_bytes: entry.bodyBytes,
    body_sha256: orNull(entry.bodySha256),
    outcome: entry.outcome,
    status: orNull(entry.status),
  }
}

const fieldNamesColumn = z.array(z.string())

function toEntry(row: OutboundTable): OutboundEntry {
  return {
    id: row.id,
    startedAt: row.started_at,
    durationMs: orUndefined(row.duration_ms),
    purpose: row.purpose,
    method: row.method,
    host: row.host,
    fieldNames: fromJson(fieldNamesColumn, row.field_names),
    bodyBytes: row.body_bytes,
    bodySha256: orUndefined(row.body_sha256),
    outcome: row.outcome,
    status: orUndefined(row.status),
  }
}
