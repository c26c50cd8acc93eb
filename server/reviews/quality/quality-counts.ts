// Counts of decisions and of quality checks, by reviewer.

import type { ReviewOutcome } from '../../verifications/review-summary.ts'
import type { DecisionResult } from '../decision-result.ts'
import type { QualityResult } from './quality-check.ts'

export interface CheckCount {
  /** Who made the first decision. */
  readonly userId: string
  readonly result: QualityResult
  readonly count: number
}

export interface DecisionCount {
  readonly userId: string
  readonly outcome: ReviewOutcome
  readonly result: DecisionResult
  readonly count: number
}

export interface WorkedTime {
  readonly userId: string
  /** Decisions of which the beginning is known. */
  readonly count: number
  readonly medianMs: number
  readonly p95Ms: number
}
