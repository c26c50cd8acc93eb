// Rows of `reviews` (at most one for each verification), of `review_entries` (only ever inserted), of
// `waiting_causes` (to filter the queue), and of `review_notices`.

import type { Environment } from '../kernel/environment.ts'
import type { ReviewOutcome, ReviewState } from '../verifications/review-summary.ts'
import type { RejectionReason, ReviewCause } from './review.ts'
import type { EntryKind } from './review-entry.ts'
import type { ReviewNoticeKind } from './review-notice.ts'

export interface ReviewTable {
  id: string
  verification_id: string
  environment: Environment
  state: ReviewState
  /** JSON: cause codes. */
  causes: string
  created_at: number
  claimed_by: string | null
  claimed_until: number | null
  /** When its holder claimed it; renewals leave it. */
  claimed_at: number | null
  /** Kept when the review is closed. */
  assigned_to: string | null
  due_at: number
  /** The score, or 1001 without one, so that both databases sort alike. */
  score_order: number
  kept_for: string | null
  kept_until: number | null
  /** These five are set while a proposal waits, together with `outcome` and `outcome_reasons`. */
  proposal_id: string | null
  proposed_by: string | null
  proposed_at: number | null
  checker_id: string | null
  proposal_evidence: string | null
  outcome: ReviewOutcome | null
  /** JSON: reason codes. */
  outcome_reasons: string | null
  decided_by: string | null
  approved_by: string | null
  closed_at: number | null
}

export interface ReviewEntryTable {
  id: string
  review_id: string
  /** Counts from 1 within the review. */
  number: number
  kind: EntryKind
  author_id: string | null
  at: number
  /** JSON of `EntryDetails`. */
  details: string
  /** Encrypted text. */
  note: Buffer | null
}

/** One row for each cause of a review, until the review is closed. */
export interface WaitingCauseTable {
  environment: Environment
  cause: ReviewCause
  review_id: string
  /** The same as in the review, as `score_order` is, to sort by. */
  due_at: number
  score_order: number
}

export interface ReviewNoticeTable {
  id: string
  user_id: string
  review_id: string
  verification_id: string
  environment: Environment
  kind: ReviewNoticeKind
  /** The user who assigned the review or rejected the proposal. */
  by_id: string | null
  /** Of a rejection. */
  reason: RejectionReason | null
  at: number
}
