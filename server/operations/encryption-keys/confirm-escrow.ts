// Records that somebody has looked at the master key's copy in escrow, and that it is a copy of the key in use.

import type { Appliance } from '../../appliance.ts'
import type { AuditOrigin } from '../../audit/audit.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { noteEscrow } from '../../data-keys/known-master-keys.ts'
import { findInstance } from '../../db/instance.ts'
import { inTransaction } from '../../db/transaction.ts'

/** Returns false, and records the failure, if the fingerprint is not that of the master key in use. */
export async function confirmEscrow(
  needs: Pick<Appliance, 'db' | 'clock' | 'keyring'>,
  by: AuditOrigin,
  {
    fingerprint,
    holders,
  }: { readonly fingerprint: string; readonly holders?: string[] | undefined },
): Promise<boolean> {
  return inTransaction(needs.db, async (trx) => {
    const masterKeyId = (await findInstance(trx))?.masterKeyId ?? ''
    const isRight = fingerprint.replaceAll(/[\s-]/g, '').toLowerCase() === masterKeyId
    if (isRight) await noteEscrow(trx, masterKeyId, needs.clock.now())
    await recordAudit(needs, trx, {
      by,
      action: 'encryption.escrow_confirmed',
      subject: { kind: 'encryption_key', id: masterKeyId },
      outcome: isRight ? 'done' : 'failed',
      details: holders === undefined ? {} : { holders },
    })
    return isRight
  })
}
