// Gathers what decides whether one verification may be erased: floor, dates, holds, a pending request, the ledger.

import { readPendingApproval } from '../approvals/read-pending-approval.ts'
import type { ApprovalNeeds } from '../approvals/request-approval.ts'
import {
  type ErasureNeeds,
  type JudgedVerification,
  judgeVerification,
} from './erase-verification.ts'
import { findErasureOf } from './erasure-store.ts'
import { listHoldsOf } from './hold-store.ts'
import type { ExplainedRetention } from './retention-json.ts'

/** @throws AppError `not_found` */
export async function explainRetention(
  needs: ErasureNeeds & ApprovalNeeds,
  verificationId: string,
): Promise<ExplainedRetention & JudgedVerification> {
  const { reader } = needs.db
  const judged = await judgeVerification(needs, reader, { verificationId })
  const about = {
    kind: 'verification_erasure',
    subject: { kind: 'verification', id: verificationId },
  } as const
  const waiting = await readPendingApproval(needs, reader, about)
  const { holds, total } = await listHoldsOf(reader, verificationId, needs.clock.now())
  return {
    ...judged,
    holds,
    holdsTotal: total,
    erasure: await findErasureOf(reader, verificationId),
    request: waiting === undefined || waiting.isOver ? undefined : waiting.approval,
  }
}
