// Decides when a review needs a second person, and who may be that person. Pure.

import { AppError } from '../kernel/app-error.ts'
import type { FourEyesMode } from '../settings/review-setting-rows.ts'
import type { ReviewOutcome } from '../verifications/review-summary.ts'
import { holderAt, type Proposal, type Review } from './review.ts'

/** An approval that no provider supports weighs as much as one that overturns a decision. */
export function needsSecondPerson(mode: FourEyesMode, outcome: ReviewOutcome): boolean {
  switch (mode) {
    case 'never':
      return false
    case 'disputes':
      return outcome === 'dispute' || outcome === 'approved'
    case 'always':
      return true
  }
}

/**
 * Returns the proposal if this user may answer it.
 * @throws AppError `conflict` when there is none, it was replaced by another one, or another user holds the review;
 * `second_person_required` for its proposer, and for everybody but the named checker
 */
export function proposalFor(
  review: Review,
  answer: {
    readonly second: SecondPerson
    readonly proposalId: string
    readonly nowMs: number
  },
): Proposal {
  const { progress } = review
  if (progress.state !== 'proposed') {
    throw new AppError('conflict', 'There is no proposal to answer. Load the review again.')
  }
  const { proposal } = progress
  assertSecondPerson(proposal, answer.second)
  if (proposal.id !== answer.proposalId) {
    throw new AppError(
      'conflict',
      'This proposal was replaced by another one. Load the review again.',
    )
  }
  assertNotHeldByOther(review, answer.second.userId, answer.nowMs)
  return proposal
}

export interface SecondPerson {
  readonly userId: string
  /** Users involved in the review whose account this user created or reset in the last seven days, or vice versa. */
  readonly tiedTo: readonly string[]
}

/** @throws AppError `second_person_required` */
export function assertSecondPerson(
  { by, checkerId }: Pick<Proposal, 'by' | 'checkerId'>,
  { userId, tiedTo }: SecondPerson,
): void {
  if (by === userId) {
    const message = 'You made this proposal, so another user has to answer it.'
    throw new AppError('second_person_required', message)
  }
  if (checkerId !== undefined && checkerId !== userId) {
    const message = 'Only the user who was named to answer this proposal can do so.'
    throw new AppError('second_person_required', message)
  }
  if (tiedTo.length > 0) {
    const message =
      'In the last 7 days one of you created or reset the other’s account, so another user has to answer this proposal.'
    throw new AppError('second_person_required', message)
  }
}

/** @throws AppError `conflict` */
export function assertNotHeldByOther(review: Review, userId: string, nowMs: number): void {
  const holder = holderAt(review, nowMs)
  if (holder === undefined || holder === userId) return
  throw new AppError('conflict', 'Another user is working on this review. Take another one.')
}

/** @throws AppError `conflict` */
export function assertHeldBy(review: Review, userId: string, nowMs: number): void {
  assertNotHeldByOther(review, userId, nowMs)
  if (holderAt(review, nowMs) === userId) return
  throw new AppError(
    'conflict',
    'You do not hold this review, or your claim has expired. Claim it first.',
  )
}
