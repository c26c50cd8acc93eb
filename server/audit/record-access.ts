// Records access to sensitive data, such as reading the audit log or exporting, in the audit log.

import { type Db, inTransaction } from '../db/transaction.ts'
import type { AuditOrigin, NewAuditEntry } from './audit.ts'
import { type AuditNeeds, recordAudit } from './record-audit.ts'

export interface AccessNeeds extends AuditNeeds {
  readonly db: Db
}

/**
 * Records an access in its own transaction. If this throws, the data must not be shown.
 * @throws errors of the database
 */
export async function recordAccess(
  needs: AccessNeeds,
  by: AuditOrigin,
  access: Omit<NewAuditEntry, 'by'>,
): Promise<void> {
  await inTransaction(needs.db, (trx) => recordAudit(needs, trx, { by, ...access }))
}
