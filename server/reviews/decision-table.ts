// Rows of `review_decisions` (every decision that a user made or proposed).

import type { Environment } from '../kernel/environment.ts'
import type { ReviewOutcome } from '../verifications/review-summary.ts'
import type { DecisionResult } from './decision-result.ts'

export interface ReviewDecisionTable {
  id: string
  review_id: string
  verification_id: string
  environment: Environment
  decided_by: string
  outcome: ReviewOutcome
  at: number
  /** From the claim to the decision; null where the claim's start is unknown. */
  worked_ms: number | null
  result: DecisionResult
  /** The user who approved or rejected it. */
  second_id: string | null
  answered_at: number | null
}
