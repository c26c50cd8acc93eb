// Queries of `audit_copy`: how far the audit log has been copied.

import type { Reader, Trx } from '../db/transaction.ts'

/** Returns the sequence number of the last copied entry; 0 if none was copied. */
export async function findCopiedTo(db: Reader): Promise<number> {
  const row = await db.selectFrom('audit_copy').select('copied_to').executeTakeFirst()
  return row?.copied_to ?? 0
}

export async function keepCopiedTo(trx: Trx, sequence: number): Promise<void> {
  await trx
    .insertInto('audit_copy')
    .values({ only: 1, copied_to: sequence })
    .onConflict((row) => row.column('only').doUpdateSet({ copied_to: sequence }))
    .execute()
}
