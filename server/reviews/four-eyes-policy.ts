// When a second person is needed, and who can be that person. Pure.

import { AppError } from '../kernel/app-error.ts'
import type { FourEyesMode } from '../settings/setting-rows.ts'
import { holderAt, type Proposal, type Review, type ReviewOutcome } from './review.ts'

export function needsSecondPerson(mode: FourEyesMode, outcome: ReviewOutcome): boolean {
  switch (mode) {
    case 'never':
      return false
    case 'disputes':
      return outcome === 'dispute'
    case 'always':
      return true
  }
}

/**
 * The proposal that this member may answer.
 * @throws AppError `conflict` where there is none, it is another one by now, or somebody else works on the
 * case; `second_person_required` for its proposer, and for everybody but the checker who was named
 */
export function proposalFor(
  review: Review,
  asked: {
    readonly second: SecondPerson
    readonly proposalId: string
    readonly nowMs: number
  },
): Proposal {
  const { progress } = review
  if (progress.state !== 'proposed') {
    throw new AppError('conflict', 'There is no proposal to answer. Load the case again.')
  }
  const { proposal } = progress
  assertSecondPerson(proposal, asked.second)
  if (proposal.id !== asked.proposalId) {
    throw new AppError('conflict', 'This is not the proposal that waits. Load the case again.')
  }
  assertNotHeldByOther(review, asked.second.memberId, asked.nowMs)
  return proposal
}

/** Who wants to be the second person. */
export interface SecondPerson {
  readonly memberId: string
  /** Those of its parties whose accounts they made or reset, or who did so to theirs, within seven days. */
  readonly tiedTo: readonly string[]
}

/** @throws AppError `second_person_required` */
export function assertSecondPerson(
  { by, checkerId }: Pick<Proposal, 'by' | 'checkerId'>,
  { memberId, tiedTo }: SecondPerson,
): void {
  if (by === memberId) {
    const message = 'You made this proposal, so somebody else has to answer it.'
    throw new AppError('second_person_required', message)
  }
  if (checkerId !== undefined && checkerId !== memberId) {
    const message = 'Another member was named to answer this proposal, and only they can.'
    throw new AppError('second_person_required', message)
  }
  if (tiedTo.length > 0) {
    const message =
      'In the last 7 days the account of one of you was made or reset by the other, so somebody else has to answer this proposal.'
    throw new AppError('second_person_required', message)
  }
}

/** @throws AppError `conflict` */
export function assertNotHeldByOther(review: Review, memberId: string, nowMs: number): void {
  const holder = holderAt(review, nowMs)
  if (holder === undefined || holder === memberId) return
  throw new AppError('conflict', 'Somebody else works on this case at the moment. Take another.')
}

/** @throws AppError `conflict` */
export function assertHeldBy(review: Review, memberId: string, nowMs: number): void {
  assertNotHeldByOther(review, memberId, nowMs)
  if (holderAt(review, nowMs) === memberId) return
  throw new AppError('conflict', 'Claim the case first: your claim has lapsed, or never was.')
}
