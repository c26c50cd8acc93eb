// What a reviewer has chosen but not sent. Pure.

import type { VerificationScreenJson } from '../../../server/console-api/verifications/verification-detail-json.ts'
import type { JudgingOutcome } from '../../../server/reviews/quality/quality-check.ts'
import type { ReviewCodesJson } from '../../../server/reviews/review-json.ts'
import type { ReviewOutcome } from '../../../server/verifications/review-summary.ts'
import type { ClaimStatus } from './claim-status.ts'

export type Reason = ReviewCodesJson['outcome_reasons'][ReviewOutcome][number]
export type Rejection = ReviewCodesJson['rejection_reasons'][number]

export type Choice =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'decide'
      readonly outcome: ReviewOutcome
      readonly reasons: readonly Reason[]
      /** The only reviewer who may decide; undefined where nobody is named. */
      readonly checkerId: string | undefined
    }
  | { readonly kind: 'approve'; readonly proposalId: string }
  | {
      readonly kind: 'reject'
      readonly proposalId: string
      readonly reason: Rejection | undefined
    }

export const nothingChosen: Choice = { kind: 'none' }

/** A second decision before it is sent. */
export interface Judging {
  readonly outcome: JudgingOutcome | undefined
  readonly reasons: readonly string[]
}

export const nothingJudged: Judging = { outcome: undefined, reasons: [] }

/** Whether leaving would lose reasons; an outcome alone is quickly chosen again. */
export function hasReasons(choice: Choice): boolean {
  if (choice.kind === 'decide') return choice.reasons.length > 0
  return choice.kind === 'reject' && choice.reason !== undefined
}

/**
 * Both choices of the form, the favourable one first: staff decide a pending verification, and judge the decision on
 * others.
 */
export function waysOf(claimStatus: ClaimStatus, status: VerificationScreenJson['status']) {
  if (claimStatus.kind === 'to_answer') return ['approve', 'reject'] as const
  return status === 'pending'
    ? (['approved', 'declined'] as const)
    : (['confirm', 'dispute'] as const)
}

export function isWhole(choice: Choice): boolean {
  switch (choice.kind) {
    case 'none':
      return false
    case 'decide':
      return choice.reasons.length > 0
    case 'approve':
      return true
    case 'reject':
      return choice.reason !== undefined
  }
}

/** A new outcome starts without reasons, because each has its own. */
export function choiceOf(
  kind: ReviewOutcome | 'approve' | 'reject',
  claimStatus: ClaimStatus,
): Choice {
  if (kind !== 'approve' && kind !== 'reject') {
    return { kind: 'decide', outcome: kind, reasons: [], checkerId: undefined }
  }
  if (claimStatus.kind !== 'to_answer') return nothingChosen
  const proposalId = claimStatus.proposal.id
  return kind === 'approve' ? { kind, proposalId } : { kind, proposalId, reason: undefined }
}

/** Pressing the key of the chosen outcome again loses none of its reasons. */
export function chosenNext(choice: Choice, next: Choice): Choice {
  const isSame =
    choice.kind === 'decide' && next.kind === 'decide'
      ? choice.outcome === next.outcome
      : choice.kind === next.kind
  return isSame ? choice : next
}

/** The choice, unless it was made for another proposal than the current one. */
export function choiceFor(claimStatus: ClaimStatus, choice: Choice): Choice {
  const proposalId = claimStatus.kind === 'to_answer' ? claimStatus.proposal.id : undefined
  const meant = 'proposalId' in choice ? choice.proposalId : undefined
  return proposalId === meant ? choice : nothingChosen
}
