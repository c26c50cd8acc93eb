// An earlier verification of the same document number or reference.

import type { ReviewOutcome, ReviewState } from '../../verifications/review-summary.ts'
import type { VerificationStatus } from '../../verifications/verification.ts'

export interface SeenVerification {
  readonly id: string
  readonly status: VerificationStatus
  readonly createdAt: number
  /** The client's own. */
  readonly externalRef: string | undefined
  /** The outcome of a proposal is not told before a second person has approved it. */
  readonly review: { readonly state: ReviewState; readonly outcome?: ReviewOutcome } | undefined
}
