// Claim status of a review for the signed-in user: whether they may work on it, and if not, why.
// Pure.

import type { ReviewJson, UserNameJson } from '../../../server/reviews/review-json.ts'

type Proposal = NonNullable<ReviewJson['proposal']>

export type ClaimStatus =
  | { readonly kind: 'free' }
  | { readonly kind: 'mine' }
  | { readonly kind: 'held'; readonly by: UserNameJson; readonly until: string }
  | { readonly kind: 'own_proposal'; readonly proposal: Proposal }
  /** Another reviewer was named to decide. */
  | { readonly kind: 'named'; readonly proposal: Proposal; readonly checker: UserNameJson }
  | { readonly kind: 'to_answer'; readonly proposal: Proposal; readonly isMine: boolean }
  /** Closed; its decision is hidden until a quality check is made. */
  | { readonly kind: 'hidden' }
  | { readonly kind: 'closed'; readonly decision: NonNullable<ReviewJson['decision']> }

/** @param isClaimed Whether the claim has not ended yet */
export function claimStatusOf(review: ReviewJson, userId: string, isClaimed: boolean): ClaimStatus {
  const { claim, proposal, decision } = review
  if (decision !== null) return { kind: 'closed', decision }
  if (review.is_decision_hidden) return { kind: 'hidden' }
  if (proposal?.by.id === userId) return { kind: 'own_proposal', proposal }
  if (proposal?.checker && proposal.checker.id !== userId) {
    return { kind: 'named', proposal, checker: proposal.checker }
  }
  const holder = isClaimed ? claim : null
  if (holder && holder.by.id !== userId) return { kind: 'held', ...holder }
  const isMine = holder !== null
  if (proposal) return { kind: 'to_answer', proposal, isMine }
  return isMine ? { kind: 'mine' } : { kind: 'free' }
}

export function isMine(claimStatus: ClaimStatus): boolean {
  return claimStatus.kind === 'mine' || (claimStatus.kind === 'to_answer' && claimStatus.isMine)
}

/** Whether the user may decide, after claiming the review if they do not hold it. */
export function mayWork({ kind }: ClaimStatus): boolean {
  return kind === 'free' || kind === 'mine' || kind === 'to_answer'
}
