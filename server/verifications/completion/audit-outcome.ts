// Records the outcome of a verification in the audit log, with digests of its rows, in the transaction that decides
// it. The rows of a verification must match its last such entry.

import { fromSystem } from '../../audit/audit.ts'
import { type AuditNeeds, recordAuditByCommit } from '../../audit/record-audit.ts'
import type { Trx } from '../../db/transaction.ts'
import { digestVerification, type VerificationDigests } from '../verification-digest-view.ts'
import type { OutcomeAction } from './outcome.ts'

/**
 * Call it last, when all rows have their final values.
 * @param said.digests of these rows, if the caller has them; else the rows are read
 */
export async function auditOutcome(
  needs: AuditNeeds,
  trx: Trx,
  verificationId: string,
  action: OutcomeAction,
  said: { readonly digests?: VerificationDigests | undefined; readonly reason?: string } = {},
): Promise<void> {
  const digests = said.digests ?? (await digestVerification(needs, trx, verificationId))
  if (digests === undefined) throw new Error('the verification to record does not exist')
  const parts = Object.entries(digests.parts).map(([part, digest]) => `${part}:${digest}`)
  await recordAuditByCommit(needs, trx, {
    by: fromSystem,
    action,
    subject: { kind: 'verification', id: verificationId },
    details: { decision: digests.status, parts, ...(said.reason && { reason: said.reason }) },
  })
}
