// Decides who may approve, refuse or withdraw a request, and when. Pure.

import { AppError } from '../kernel/app-error.ts'
import { type Approval, type ApprovalState, isDecidedBy, kindRow, stateAt } from './approval.ts'

/** A user with an active account. */
export interface Decider {
  readonly id: string
  /** The user's role, as in the table `users`. */
  readonly role: string
}

export function mayDecide(approval: Approval, decider: Decider, nowMs: number): boolean {
  return (
    stateAt(approval, nowMs) === 'pending' &&
    isDecidedBy(approval.kind, decider.role) &&
    !isParty(approval, decider.id)
  )
}

/** @throws AppError `missing_permission`, `second_person_required`, `conflict` */
export function assertMayDecide(approval: Approval, decider: Decider, nowMs: number): void {
  if (!isDecidedBy(approval.kind, decider.role)) {
    const { deciders } = kindRow(approval.kind)
    const message = `Only users with these roles can decide this: ${deciders.join(', ')}.`
    throw new AppError('missing_permission', message)
  }
  if (isParty(approval, decider.id)) {
    const message = 'You requested this, or it is about you. Somebody else has to decide.'
    throw new AppError('second_person_required', message)
  }
  assertPending(approval, nowMs)
}

/**
 * A user who was disabled must not gain anything by an approval afterwards.
 * @param requester undefined if the requester's account is no longer active
 * @throws AppError `conflict`
 */
export function assertMayBeApproved(requester: Decider | undefined): void {
  if (requester !== undefined) return
  const message =
    'The account of the requester is no longer active. Reject the request; somebody else can request it again.'
  throw new AppError('conflict', message)
}

/** For a user who counts as one person with the requester. */
export function refuseTied(): AppError {
  const message =
    'You made or reset the account of whoever requested this, or they yours, within the last seven days: you count as one person. Somebody else has to decide.'
  return new AppError('second_person_required', message)
}

/** @throws AppError `not_found` for all but the requester; `conflict` if it is no longer pending */
export function assertMayWithdraw(approval: Approval, userId: string, nowMs: number): void {
  if (approval.requestedBy !== userId) throw refuseUnknownApproval()
  assertPending(approval, nowMs)
}

export function refuseUnknownApproval(): AppError {
  return new AppError('not_found', 'No request has this id. Load the list again.')
}

/** As the pages name the states. */
const settledTexts: Readonly<Record<ApprovalState, string>> = {
  pending: 'not decided yet',
  approved: 'already approved',
  refused: 'already rejected',
  withdrawn: 'already withdrawn',
  expired: 'already expired',
  used: 'already used',
}

/** For a request whose state does not allow it. @param state undefined if it changed just now */
export function refuseSettled(state: ApprovalState | undefined): AppError {
  const text = state === undefined ? 'already decided' : settledTexts[state]
  return new AppError('conflict', `This request is ${text}. Load the list again.`)
}

function assertPending(approval: Approval, nowMs: number): void {
  const state = stateAt(approval, nowMs)
  if (state !== 'pending') throw refuseSettled(state)
}

function isParty({ requestedBy, subject }: Approval, userId: string): boolean {
  return requestedBy === userId || (subject.kind === 'user' && subject.id === userId)
}
