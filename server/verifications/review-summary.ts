// What lists and clients learn of the review of a verification; the whole review is in `server/reviews/`.

import type { VerificationSummary } from './verification.ts'

export const reviewStates = ['open', 'proposed', 'closed'] as const
export type ReviewState = (typeof reviewStates)[number]

/** `approved` and `declined` decide a pending verification; the other two judge an automatic decision. */
export const reviewOutcomes = ['confirm', 'dispute', 'approved', 'declined'] as const
export type ReviewOutcome = (typeof reviewOutcomes)[number]

/** The outcomes as clients read them, in the API and in exports. */
export const reviewOutcomeNames = {
  confirm: 'upheld',
  dispute: 'overturned',
  // The status is what staff decided, so they stand by it.
  approved: 'upheld',
  declined: 'upheld',
} as const satisfies Readonly<Record<ReviewOutcome, string>>

export type ReviewSummary = {
  /** Codes of why it was opened. */
  readonly causes: readonly string[]
} & (
  | { readonly state: Exclude<ReviewState, 'closed'> }
  | {
      readonly state: 'closed'
      readonly outcome: ReviewOutcome
      /** Codes of the reviewer's reasons. */
      readonly reasons: readonly string[]
      readonly closedAt: number
    }
)

export interface ReviewedSummary extends VerificationSummary {
  /** undefined where the verification has none. */
  readonly review: ReviewSummary | undefined
}
