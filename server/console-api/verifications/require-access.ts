// Decides whether a user may see the personal data and the images of a verification now, and why: they hold its review,
// or they give another reason. Without either nothing leaves the server.

import type { AuditDetails } from '../../audit/audit-details.ts'
import type { Db } from '../../db/transaction.ts'
import { refuseFaults } from '../../kernel/app-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import { findClaimedReview } from '../../reviews/claimed-review-view.ts'
import type { ConsoleRequest } from '../console-route.ts'
import { parseAccessReason } from './access-reason-input.ts'

interface AccessNeeds {
  readonly db: Pick<Db, 'reader'>
  readonly clock: Clock
}

/**
 * Returns the reason for the audit log, with the review if that is the reason.
 * @param given.reason undefined where the claim is the reason
 * @throws AppError `invalid_request` without a reason, and for `review` from a user who does not hold the review
 */
export async function requireAccess(
  { db, clock }: AccessNeeds,
  { signedIn }: Pick<ConsoleRequest, 'signedIn'>,
  verificationId: string,
  given: { readonly reason?: unknown },
): Promise<AuditDetails> {
  const userId = signedIn.user.id
  const held = { verificationId, userId, nowMs: clock.now() }
  const review = await findClaimedReview(db.reader, held)
  if (review !== undefined && (given.reason === undefined || given.reason === 'review')) {
    return { reason: 'review', result_id: review }
  }
  const { reason } = parseAccessReason(given)
  if (reason !== 'review') return { reason }
  const message = 'Claim the review first: its claim is the reason. Or give another reason.'
  throw refuseFaults([{ param: 'reason', code: 'not_claimed', message }])
}
