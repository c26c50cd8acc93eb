// Writes a review, the tag of its state, by which verifications are listed, and its counters.

import type { Trx } from '../db/transaction.ts'
import type { DuePeriods } from '../settings/setting-review-due.ts'
import { tagReview } from '../verifications/completion/tag-review.ts'
import { countReviewCauses, countReviewOutcome } from '../verifications/figures/count-review.ts'
import { dueAtOf } from './due-policy.ts'
import type { Claim, Review, ReviewCause, ReviewProgress } from './review.ts'
import { insertReview, setProgress, setQueued } from './review-store.ts'

export async function keepReview(trx: Trx, review: Review): Promise<void> {
  await insertReview(trx, review)
  await tagReview(trx, review, review.progress.state)
  await countReviewCauses(trx, review, { causes: review.causes, at: review.createdAt })
}

interface Added {
  readonly causes: readonly ReviewCause[]
  readonly score: number | undefined
  readonly due: DuePeriods
  readonly at: number
}

/** A new cause may make the review due earlier. Call it only for a review that is not closed. */
export async function addCauses(
  trx: Trx,
  review: Review,
  { causes, score, due, at }: Added,
): Promise<void> {
  const added = causes.filter((cause) => !review.causes.includes(cause))
  const dueAt = added.length === 0 ? review.dueAt : Math.min(review.dueAt, dueAtOf(added, due, at))
  await setQueued(trx, review, { causes: [...review.causes, ...added], dueAt, score })
  await countReviewCauses(trx, review, { causes: added, at })
}

/** Sets the progress and clears the claim. */
export async function advanceReview(
  trx: Trx,
  review: Pick<Review, 'id' | 'verificationId' | 'environment' | 'createdAt'>,
  progress: ReviewProgress,
  keptFor?: Claim,
): Promise<void> {
  await setProgress(trx, review.id, progress, keptFor)
  await tagReview(trx, review, progress.state)
  if (progress.state === 'closed') await countReviewOutcome(trx, review, progress)
}
