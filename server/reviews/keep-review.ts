// Writes a review and the tag of its state, by which verifications are listed.

import type { Trx } from '../db/transaction.ts'
import { tagReview } from '../verifications/tag-review.ts'
import type { Claim, Review, ReviewProgress } from './review.ts'
import { insertReview, setProgress } from './review-store.ts'

export async function keepReview(trx: Trx, review: Review): Promise<void> {
  await insertReview(trx, review)
  await tagReview(trx, review, review.progress.state)
}

/** Sets the progress and clears the claim. */
export async function advanceReview(
  trx: Trx,
  review: Pick<Review, 'id' | 'verificationId' | 'environment'>,
  progress: ReviewProgress,
  keptFor?: Claim,
): Promise<void> {
  await setProgress(trx, review.id, progress, keptFor)
  await tagReview(trx, review, progress.state)
}
