// Reads when the newest entry of the audit log was written: every process of the product writes there.

import type { Reader } from '../db/transaction.ts'

export async function readNewestEntryAt(db: Reader): Promise<number | undefined> {
  const row = await db
    .selectFrom('audit_entries')
    .select('at')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}
