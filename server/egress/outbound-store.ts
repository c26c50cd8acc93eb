// The queries of the outbound log: write, mark interrupted, list by key set in either order, delete.

import { sql } from 'kysely'
import { changedRows } from '../db/changed-rows.ts'
import { orNull } from '../db/columns.ts'
import { prepare } from '../db/prepared.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import type { OutboundEntry } from './outbound.ts'
import type { OutboundTable } from './outbound-table.ts'

/**
 * Inserts entries, and completes existing ones with the outcome `begun`. Other existing entries are left unchanged,
 * so that a batch can be written again.
 * @param nodeId the node that makes the calls, for calls that begin
 */
export async function writeOutbound(
  trx: Trx,
  entries: readonly OutboundEntry[],
  nodeId?: string,
): Promise<void> {
  const once = firstOfEach(entries)
  for (let from = 0; from < once.length; from += rowsPerInsertMax) {
    await trx
      .insertInto('outbound_calls')
      .values(once.slice(from, from + rowsPerInsertMax).map((entry) => toRow(entry, nodeId)))
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

/** A call keeps its first outcome, and PostgreSQL refuses a statement that updates one row twice. */
function firstOfEach(entries: readonly OutboundEntry[]): readonly OutboundEntry[] {
  const ids = new Set<string>()
  return entries.filter(({ id }) => !ids.has(id) && ids.add(id))
}

/** An entry has twelve columns, and a statement can bind at most 32 766 values. */
const rowsPerInsertMax = 500

/** A literal, so that SQLite uses the partial index of begun calls. */
const begun = sql.lit('begun' as const)

/** Lists the nodes that have calls with the outcome `begun`. */
export async function listCallingNodes(db: Reader): Promise<readonly string[]> {
  const rows = await findCalling.all(db, {})
  return rows.map(({ node_id }) => node_id ?? '')
}

const findCalling = prepare((db) =>
  db.selectFrom('outbound_calls').select('node_id').distinct().where('outcome', '=', begun),
)

/** Sets the outcome of the `begun` calls of one node to `cut_off`; returns how many. */
export function markInterrupted(trx: Trx, nodeId: string): Promise<number> {
  return changedRows(
    trx
      .updateTable('outbound_calls')
      .set({ outcome: 'cut_off' })
      .where('outcome', '=', begun)
      .where('node_id', '=', nodeId),
  )
}

/** Deletes at most `limit` entries with ids below `idBefore`, the oldest; returns how many. */
export async function deleteOutbound(trx: Trx, idBefore: string, limit: number): Promise<number> {
  const old = trx
    .selectFrom('outbound_calls')
    .select('id')
    .where('id', '<', idBefore)
    .orderBy('id')
    .limit(limit)
  return changedRows(trx.deleteFrom('outbound_calls').where('id', 'in', old))
}

function toRow(entry: OutboundEntry, nodeId: string | undefined): OutboundTable {
  return {
    id: entry.id,
    started_at: entry.startedAt,
    duration_ms: orNull(entry.durationMs),
    purpose: entry.purpose,
    provider: orNull(entry.provider),
    method: entry.method,
    host: entry.host,
    field_names: JSON.stringify(entry.fieldNames),
    body_bytes: entry.bodyBytes,
    body_sha256: orNull(entry.bodySha256),
    outcome: entry.outcome,
    status: orNull(entry.status),
    node_id: orNull(nodeId),
  }
}
