// One row of the list of verifications.

import type { Environment } from '../../kernel/environment.ts'
import type { DocumentType } from '../../markets/market.ts'
import type { ScoringState } from '../../scoring/score.ts'
import type { ReasonCode } from '../../verifications/reasons.ts'
import type { ReviewOutcome, ReviewState } from '../../verifications/review-summary.ts'
import type { VerificationStatus } from '../../verifications/verification.ts'

export interface VerificationListRow {
  readonly id: string
  readonly environment: Environment
  readonly status: VerificationStatus
  readonly country: string
  readonly idType: DocumentType
  readonly externalRef: string | undefined
  readonly scoring: ScoringState
  readonly score: number | undefined
  readonly reasons: readonly ReasonCode[]
  readonly findings: number
  readonly review: ListedReview | undefined
  readonly createdAt: number
  readonly completedAt: number | undefined
}

export interface ListedReview {
  readonly id: string
  readonly state: ReviewState
  /** Set once closed; a proposed outcome does not count. */
  readonly outcome: ReviewOutcome | undefined
  readonly closedAt: number | undefined
}
