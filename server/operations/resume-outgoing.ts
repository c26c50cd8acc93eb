// Ends the pause of outgoing calls that a restore began, and records who did.

import type { AuditOrigin } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import { planTakingPlace } from '../backup/adopt-place.ts'
import { type Db, inTransaction } from '../db/transaction.ts'
import { endOutgoingPause } from '../egress/pause-outgoing.ts'

/** Returns whether they were paused. */
export async function resumeOutgoing(
  needs: AuditNeeds & { readonly db: Db },
  by: AuditOrigin,
): Promise<boolean> {
  return inTransaction(needs.db, async (trx) => {
    const wasPaused = await endOutgoingPause(trx)
    // Who sends again is the installation, so its backups go on where those of the lost one were.
    if (wasPaused) await planTakingPlace(trx, needs.clock)
    if (wasPaused) await recordAudit(needs, trx, { by, action: 'outgoing.resumed' })
    return wasPaused
  })
}
