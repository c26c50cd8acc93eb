// Queries of `audit_copy`: how far the audit log has been copied to each second system.

import type { Reader, Trx } from '../../db/transaction.ts'
import type { AuditCopyTarget } from './audit-copy-policy.ts'

/** Returns the sequence number of the last copied entry; 0 if none was copied. */
export async function findCopiedTo(db: Reader, target: AuditCopyTarget): Promise<number> {
  const row = await db
    .selectFrom('audit_copy')
    .select('copied_to')
    .where('target', '=', target)
    .executeTakeFirst()
  return row?.copied_to ?? 0
}

export async function keepCopiedTo(
  trx: Trx,
  target: AuditCopyTarget,
  sequence: number,
): Promise<void> {
  await trx
    .insertInto('audit_copy')
    .values({ target, copied_to: sequence })
    .onConflict((row) => row.column('target').doUpdateSet({ copied_to: sequence }))
    .execute()
}
