// Records access to sensitive data, such as reading the audit log or exporting, in the audit log.

import type { Keyring } from '../crypto/keyring.ts'
import { type Db, inTransaction } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import type { AuditOrigin, NewAuditEntry } from './audit.ts'
import { recordAudit } from './record-audit.ts'

export interface AccessNeeds {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'macHex' | 'keyId'>
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
