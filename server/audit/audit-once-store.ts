// Queries of `audit_once`: deduplication keys of audit entries that are recorded only once per period.

import type { Reader, Trx } from '../db/transaction.ts'

export async function hasOnceKey(db: Reader, deduplicationKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('audit_once')
    .select('at')
    .where('deduplication_key', '=', deduplicationKey)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns false if the key exists already, whichever node wrote it. */
export async function insertOnceKey(
  trx: Trx,
  deduplicationKey: string,
  at: number,
): Promise<boolean> {
  const result = await trx
    .insertInto('audit_once')
    .values({ deduplication_key: deduplicationKey, at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Deletes at most `limit` keys from before an instant. Returns their number. */
export async function deleteOnceKeys(trx: Trx, before: number, limit: number): Promise<number> {
  const old = trx
    .selectFrom('audit_once')
    .select('deduplication_key')
    .where('at', '<', before)
    .orderBy('at')
    .limit(limit)
  const result = await trx
    .deleteFrom('audit_once')
    .where('deduplication_key', 'in', old)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
