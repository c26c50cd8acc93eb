// A quality check: a closed review that a reviewer who had no part in it decides once more, without seeing the first
// decision. It has no effect on the review or the verification. Pure.

import type { Environment } from '../../kernel/environment.ts'
import type { ReviewOutcome } from '../../verifications/review-summary.ts'
import { type Claim, type OutcomeReason, outcomeReasons } from '../review.ts'
import type { NamedUser } from '../review-history.ts'

/** The outcomes that can be checked blind: where staff decide the status itself, the status tells their decision. */
export type JudgingOutcome = Extract<ReviewOutcome, 'confirm' | 'dispute'>

/** `other_reasons`: the same outcome for reasons of which none is the same. The last two: closed without a decision. */
export type QualityResult = 'agreed' | 'other_reasons' | 'other_outcome' | 'cancelled' | 'erased'

export interface JudgedDecision {
  readonly outcome: JudgingOutcome
  readonly reasons: readonly OutcomeReason[]
}

export interface QualityCheck {
  readonly id: string
  readonly reviewId: string
  readonly verificationId: string
  readonly environment: Environment
  readonly decidedBy: string
  readonly involved: readonly string[]
  /** May have expired; see `holderAt`. */
  readonly claim: Claim | undefined
  readonly claimedAt: number | undefined
  readonly createdAt: number
  readonly closedAt: number | undefined
}

/** A check that nobody made in this time lapses: it is not offered any more, and hides nothing. */
export const qualityCheckMs = 14 * 24 * 60 * 60_000

export function isOpenAt(
  { closedAt, createdAt }: Pick<QualityCheck, 'closedAt' | 'createdAt'>,
  nowMs: number,
): boolean {
  return closedAt === undefined && nowMs - createdAt < qualityCheckMs
}

export function isJudging(outcome: ReviewOutcome): outcome is JudgingOutcome {
  return outcome === 'confirm' || outcome === 'dispute'
}

/** Compares two decisions on the same evidence. */
export function resultOf(
  first: { readonly outcome: ReviewOutcome; readonly reasons: readonly OutcomeReason[] },
  second: JudgedDecision,
): Extract<QualityResult, 'agreed' | 'other_reasons' | 'other_outcome'> {
  if (first.outcome !== second.outcome) return 'other_outcome'
  const isShared = first.reasons.some((reason) => second.reasons.includes(reason))
  return isShared ? 'agreed' : 'other_reasons'
}

/** The reasons among which the second reviewer chooses. */
export const judgingReasons = {
  confirm: outcomeReasons.confirm,
  dispute: outcomeReasons.dispute,
} as const satisfies Readonly<Record<JudgingOutcome, readonly OutcomeReason[]>>

/** A quality check whose decision differs from the first one. */
export interface DifferingCheck {
  readonly id: string
  readonly verificationId: string
  readonly isOtherOutcome: boolean
  readonly first: ComparedDecision
  readonly second: ComparedDecision
}

interface ComparedDecision {
  readonly by: NamedUser
  readonly at: number
  readonly outcome: ReviewOutcome | null
  readonly reasons: readonly OutcomeReason[]
}
