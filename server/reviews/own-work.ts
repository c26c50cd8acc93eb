// A reviewer's own decisions and notices, as lists show them.

import type { DocumentType } from '../markets/market.ts'
import type { ReviewOutcome } from '../verifications/review-summary.ts'
import type { VerificationStatus } from '../verifications/verification.ts'
import type { DecisionResult } from './decision-result.ts'
import type { RejectionReason } from './review.ts'
import type { NamedUser } from './review-history.ts'
import type { ReviewNoticeKind } from './review-notice.ts'

export interface OwnDecision {
  readonly id: string
  readonly verificationId: string
  readonly outcome: ReviewOutcome
  readonly at: number
  /** The time of others is theirs. */
  readonly workedMs: number | undefined
  readonly result: DecisionResult
  /** Whose proposal the user answered. */
  readonly proposer: NamedUser | undefined
  readonly second: NamedUser | undefined
  readonly answeredAt: number | undefined
  readonly verification: {
    readonly status: VerificationStatus
    readonly country: string
    readonly idType: DocumentType
    readonly externalRef: string | undefined
  }
}

export interface ListedReviewNotice {
  readonly id: string
  readonly kind: ReviewNoticeKind
  readonly verificationId: string
  readonly by: NamedUser | undefined
  /** Why the proposal was rejected. */
  readonly reason: RejectionReason | undefined
  readonly at: number
}
