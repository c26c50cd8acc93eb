// Records that a backup was verified: in the audit log and, if it was restored as a trial, with the backup.

import type { Appliance } from '../appliance.ts'
import type { AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction } from '../db/transaction.ts'
import { noteTrial } from './backup-run-store.ts'

interface Verified {
  readonly name: string
  readonly isWell: boolean
  /** Whether it was restored and compared. */
  readonly isTrial: boolean
}

export async function recordVerified(
  needs: Pick<Appliance, 'db' | 'clock' | 'keyring'>,
  by: AuditOrigin,
  { name, isWell, isTrial }: Verified,
): Promise<void> {
  const subject = { kind: 'backup', id: name } as const
  const outcome = isWell ? 'done' : 'failed'
  await inTransaction(needs.db, async (trx) => {
    if (isWell && isTrial) await noteTrial(trx, name, needs.clock.now())
    await recordAudit(needs, trx, { by, action: 'backup.verified', subject, outcome })
  })
}
