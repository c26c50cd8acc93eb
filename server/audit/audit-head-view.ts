// The end of the audit log: where the next entry goes, and what proves that nothing before it was changed.

import type { Reader } from '../db/transaction.ts'
import { type AuditHead, chainStart } from './audit.ts'

/** The last entry's place and hash; `chainStart` for an empty log. */
export async function findHead(db: Reader): Promise<AuditHead> {
  const row = await db
    .selectFrom('audit_entries')
    .select(['sequence', 'hash'])
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? chainStart
}
