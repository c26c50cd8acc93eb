// Finds the review of a verification that a user holds now: their reason for seeing its personal data.

import type { Reader } from '../db/transaction.ts'
import { holderAt } from './review.ts'
import { findReviewOf } from './review-store.ts'

/** Returns the review's id; undefined if this user does not hold it, or its claim has expired. */
export async function findClaimedReview(
  db: Reader,
  held: { readonly verificationId: string; readonly userId: string; readonly nowMs: number },
): Promise<string | undefined> {
  const review = await findReviewOf(db, held.verificationId)
  return review !== undefined && holderAt(review, held.nowMs) === held.userId
    ? review.id
    : undefined
}
