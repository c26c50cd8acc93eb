// Reads when verifications were erased, from the erasure ledger.

import type { Reader } from '../../db/transaction.ts'

/** Returns undefined for a verification that was not erased. */
export async function findErasedAt(db: Reader, id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('erasures')
    .select('erased_at')
    .where('verification_id', '=', id)
    .executeTakeFirst()
  return row?.erased_at
}

/** Returns those of the ids whose verifications were erased. */
export async function listErasedAmong(
  db: Reader,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('erasures')
    .select('verification_id')
    .where('verification_id', 'in', ids)
    .execute()
  return new Set(rows.map((row) => row.verification_id))
}
