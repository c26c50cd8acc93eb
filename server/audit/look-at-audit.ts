// Looking at the audit log, or at anything else of weight, leaves a trace in it; so does taking something out.

import type { Keyring } from '../crypto/keyring.ts'
import { type Db, inTransaction } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import type { AuditOrigin, NewAuditEntry } from './audit.ts'
import { recordAudit } from './record-audit.ts'

export interface LookNeeds {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'mac' | 'masterKeyId'>
}

/** Nothing is shown where this fails. */
export async function recordLook(
  needs: LookNeeds,
  by: AuditOrigin,
  look: Pick<NewAuditEntry, 'action' | 'details'>,
): Promise<void> {
  await inTransaction(needs.db, (trx) => recordAudit(needs, trx, { by, ...look }))
}

/** As `recordLook`, of what is kept about something. Nothing is shown where this fails. */
export async function recordAccess(
  needs: LookNeeds,
  by: AuditOrigin,
  access: Omit<NewAuditEntry, 'by'>,
): Promise<void> {
  await inTransaction(needs.db, (trx) => recordAudit(needs, trx, { by, ...access }))
}
