// What lists and clients learn of the review of a verification; the whole review is in `server/reviews/`.

import type { VerificationSummary } from './verification.ts'

export const reviewStates = ['open', 'proposed', 'closed'] as const
export type ReviewState = (typeof reviewStates)[number]

export const reviewOutcomes = ['confirm', 'dispute'] as const
export type ReviewOutcome = (typeof reviewOutcomes)[number]

/** The outcomes as clients read them, in the API and in exports. */
export const reviewOutcomeNames = {
  confirm: 'upheld',
  dispute: 'overturned',
} as const satisfies Readonly<Record<ReviewOutcome, string>>

export type ReviewSummary =
  | { readonly state: Exclude<ReviewState, 'closed'> }
  | {
      readonly state: 'closed'
      readonly outcome: ReviewOutcome
      /** Codes of the reviewer's reasons. */
      readonly reasons: readonly string[]
      readonly closedAt: number
    }

export interface ReviewedSummary extends VerificationSummary {
  /** undefined where the verification has none. */
  readonly review: ReviewSummary | undefined
}
