// Queries of `audit_once`: deduplication keys of audit entries that are recorded only once per period.

import { changedRows } from '../db/changed-rows.ts'
import { prepare } from '../db/prepared.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import type { AuditOnceTable } from './audit-table.ts'

export async function hasOnceKey(db: Reader, deduplicationKey: string): Promise<boolean> {
  return (await findOne.first(db, { deduplicationKey })) !== undefined
}

const findOne = prepare((db, { deduplicationKey }: { readonly deduplicationKey: string }) =>
  db.selectFrom('audit_once').select('at').where('deduplication_key', '=', deduplicationKey),
)

/** Returns false if the key exists already, whichever node wrote it. */
export async function insertOnceKey(
  trx: Trx,
  deduplicationKey: string,
  at: number,
): Promise<boolean> {
  return (await insertOne.run(trx, { deduplication_key: deduplicationKey, at })) > 0
}

const insertOne = prepare((db, row: AuditOnceTable) =>
  db
    .insertInto('audit_once')
    .values(row)
    .onConflict((conflict) => conflict.doNothing()),
)

/** Deletes at most `limit` keys from before an instant. Returns their number. */
export async function deleteOnceKeys(trx: Trx, before: number, limit: number): Promise<number> {
  const old = trx
    .selectFrom('audit_once')
    .select('deduplication_key')
    .where('at', '<', before)
    .orderBy('at')
    .limit(limit)
  return changedRows(trx.deleteFrom('audit_once').where('deduplication_key', 'in', old))
}
