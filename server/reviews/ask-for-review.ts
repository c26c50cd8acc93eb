// Puts a verification in the queue because a member wants it looked at, whatever the policy says.

import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { isId } from '../kernel/ids.ts'
import { findVerification } from '../verifications/verification-view.ts'
import { openReview } from './enter-queue.ts'
import type { Review } from './review.ts'
import { findReviewOf, insertReview } from './review-store.ts'
import { type Acting, type ReviewNeeds, trace } from './review-work.ts'

/**
 * The review that is there already, or a new one.
 * @throws AppError `not_found`; `verification_pending` while there is nothing to review
 */
export function askForReview(
  needs: ReviewNeeds,
  acting: Acting,
  verificationId: string,
): Promise<Review> {
  return inTransaction(needs.db, async (trx) => {
    const verification = isId('ver', verificationId)
      ? await findVerification(trx, verificationId)
      : undefined
    if (!verification) throw new AppError('not_found', 'No verification has this id.')
    if (verification.status === 'pending') {
      const message = 'The verification is not finished, so there is no decision to review yet.'
      throw new AppError('verification_pending', message)
    }
    const known = await findReviewOf(trx, verificationId)
    if (known) return known
    const review = openReview(needs, verification, ['asked'])
    await insertReview(trx, review)
    await trace(needs, trx, acting, review, 'review.opened', { reason: 'asked' })
    return review
  })
}
