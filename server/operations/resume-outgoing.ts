// Ends the pause of outgoing calls that a restore began, and records who did.

import type { AuditOrigin } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import { type Db, inTransaction } from '../db/transaction.ts'
import { endOutgoingPause } from '../egress/pause-outgoing.ts'

/** Returns whether they were paused. */
export async function resumeOutgoing(
  needs: AuditNeeds & { readonly db: Db },
  by: AuditOrigin,
): Promise<boolean> {
  return inTransaction(needs.db, async (trx) => {
    const wasPaused = await endOutgoingPause(trx)
    if (wasPaused) await recordAudit(needs, trx, { by, action: 'outgoing.resumed' })
    return wasPaused
  })
}
