// Opens a review because a user asks for one, whatever the queue policy says.

import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { isId } from '../kernel/ids.ts'
import { assertNotErased } from '../verifications/erasure/erased.ts'
import { findVerification } from '../verifications/verification-view.ts'
import { keepReview } from './keep-review.ts'
import { openReview } from './open-review.ts'
import type { Review } from './review.ts'
import { findReviewOf } from './review-store.ts'
import { auditReview, type ReviewActor, type ReviewNeeds } from './review-work.ts'

/**
 * Returns the verification's existing review, or a new one.
 * @throws AppError `not_found`, also for an erased one; `verification_pending`
 */
export function askForReview(
  needs: ReviewNeeds,
  actor: ReviewActor,
  verificationId: string,
): Promise<Review> {
  return inTransaction(needs.db, async (trx) => {
    const verification = isId('ver', verificationId)
      ? await findVerification(trx, verificationId)
      : undefined
    if (!verification) throw new AppError('not_found', 'No verification has this id.')
    if (verification.status === 'pending') {
      const message = 'The verification is still pending, so there is no decision to review yet.'
      throw new AppError('verification_pending', message)
    }
    await assertNotErased(trx, verificationId)
    const existing = await findReviewOf(trx, verificationId)
    if (existing) return existing
    const review = openReview(needs, verification, ['asked'])
    await keepReview(trx, review)
    await auditReview(needs, trx, actor, review, 'review.opened', { reason: 'asked' })
    return review
  })
}
