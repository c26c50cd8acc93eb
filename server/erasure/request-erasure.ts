// Erasure by four eyes: one user of the console asks, another decides, and the decision erases.

import { z } from 'zod'
import type { Approval } from '../approvals/approval.ts'
import type { ApprovalEffect, SettledApproval } from '../approvals/decide-approval.ts'
import { type ApprovalNeeds, requestApproval } from '../approvals/request-approval.ts'
import type { AuditOrigin } from '../audit/audit.ts'
import { inTransaction, type Trx } from '../db/transaction.ts'
import { isoOrNull } from '../kernel/clock.ts'
import {
  assertErasable,
  type ErasureNeeds,
  type ErasureOrder,
  eraseVerification,
  judgeVerification,
} from './erase-verification.ts'
import { erasureReasons } from './erasure-reason.ts'

/** @throws AppError `not_found`; `conflict` if it must not be erased, or was requested already */
export function requestErasure(
  needs: ErasureNeeds & ApprovalNeeds,
  by: AuditOrigin,
  order: Pick<ErasureOrder, 'verificationId' | 'reason' | 'authorityReference'>,
): Promise<Approval> {
  return inTransaction(needs.db, async (trx) => {
    const { verification, judgement } = await judgeVerification(needs, trx, order)
    assertErasable(judgement)
    const { floor, floorEndsAt } = judgement
    const { reason, authorityReference } = order
    return requestApproval(needs, trx, by, {
      kind: 'verification_erasure',
      subject: { kind: 'verification', id: verification.id },
      facts: {
        verification_id: verification.id,
        environment: verification.environment,
        country: verification.country,
        status: verification.status,
        reason,
        ground: floor.ground,
        floor_ended_at: floor.years === 0 ? null : isoOrNull(floorEndsAt),
        ...(authorityReference === undefined ? {} : { authority_reference: authorityReference }),
      },
    })
  })
}

const orderedFacts = z.object({
  reason: z.enum(erasureReasons),
  authority_reference: z.string().exactOptional(),
})

/** What approving the request does: erases, in the transaction of the decision. */
export function approvedErasure(needs: ErasureNeeds): ApprovalEffect {
  return {
    apply: (trx, settled) => erase(needs, trx, settled),
    async drop() {},
  }
}

/** Holds and floors are checked again: much can happen while a request waits. */
async function erase(needs: ErasureNeeds, trx: Trx, { approval, by }: SettledApproval) {
  const facts = orderedFacts.parse(approval.facts)
  await eraseVerification(needs, trx, by, {
    verificationId: approval.subject.id,
    reason: facts.reason,
    authorityReference: facts.authority_reference,
    requestedBy: approval.requestedBy,
    approvalId: approval.id,
  })
}
