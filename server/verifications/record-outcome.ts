// Puts into the audit log what was decided about a verification, with its digests, in the transaction that decides
// it. The last such entry on a verification is the log's word on it: what its rows have to agree with.

import { fromSystem } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import type { Trx } from '../db/transaction.ts'
import type { OutcomeAction } from './outcome.ts'
import { digestVerifications } from './verification-digest-view.ts'

/** To be called last, when the rows are as they will be. */
export async function recordOutcome(
  needs: AuditNeeds,
  trx: Trx,
  verificationId: string,
  action: OutcomeAction,
): Promise<void> {
  const [found] = await digestVerifications(needs, trx, [verificationId])
  if (found === undefined) throw new Error('a verification that was decided is gone')
  const parts = Object.entries(found.parts).map(([part, digest]) => `${part}:${digest}`)
  await recordAudit(needs, trx, {
    by: fromSystem,
    action,
    subject: { kind: 'verification', id: verificationId },
    details: { decision: found.status, parts },
  })
}
