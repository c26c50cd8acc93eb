// The result of assigning or releasing many reviews.

import type { UnassignableReason } from './review.ts'

export interface LeftReview {
  readonly id: string
  /** undefined if no review has the id. */
  readonly verificationId: string | undefined
  readonly why: UnassignableReason
}

export interface Assignments {
  readonly changed: number
  readonly left: readonly LeftReview[]
}
