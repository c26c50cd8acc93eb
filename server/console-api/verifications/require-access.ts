// Decides whether a user may see the personal data and the images of a verification now, and why: they hold its review
// or its quality check, or they give another reason. Without either nothing leaves the server.

import type { AuditDetails } from '../../audit/audit-details.ts'
import type { Db } from '../../db/transaction.ts'
import { refuseFaults } from '../../kernel/app-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import { findClaimedReview } from '../../reviews/claimed-review-view.ts'
import { findHeldQualityCheck } from '../../reviews/quality/quality-blind-view.ts'
import type { Verification } from '../../verifications/verification.ts'
import type { ConsoleRequest } from '../console-route.ts'
import { accessReasonsIn } from './access-reason.ts'
import { parseAccessReason } from './access-reason-input.ts'

interface AccessNeeds {
  readonly db: Pick<Db, 'reader'>
  readonly clock: Clock
}

/**
 * Returns the reason for the audit log, with the review if that is the reason.
 * @param given.reason undefined where the claim is the reason
 * @throws AppError `invalid_request` without a reason, for `review` from a user who does not hold the review, and for a
 *   reason that is none in this environment
 */
export async function requireAccess(
  { db, clock }: AccessNeeds,
  { signedIn }: Pick<ConsoleRequest, 'signedIn'>,
  { id: verificationId, environment }: Pick<Verification, 'id' | 'environment'>,
  given: { readonly reason?: unknown },
): Promise<AuditDetails> {
  const userId = signedIn.user.id
  const held = { verificationId, userId, nowMs: clock.now() }
  const review =
    (await findClaimedReview(db.reader, held)) ?? (await findHeldQualityCheck(db.reader, held))
  if (review !== undefined && (given.reason === undefined || given.reason === 'review')) {
    return { reason: 'review', result_id: review }
  }
  const { reason } = parseAccessReason(given)
  if (reason === 'review') {
    const message = 'Claim the review first: its claim is the reason. Or give another reason.'
    throw refuseFaults([{ param: 'reason', code: 'not_claimed', message }])
  }
  const fitting = accessReasonsIn(environment)
  if (fitting.includes(reason)) return { reason }
  const message = `${reason} is a reason in the sandbox alone. Give one of ${fitting.join(', ')}.`
  throw refuseFaults([{ param: 'reason', code: 'invalid', message }])
}
