// Who may decide about a request, and when. Pure.

import { AppError } from '../kernel/app-error.ts'
import { type Approval, type DeciderRole, kindRow, stateAt } from './approval.ts'

/** A member with an active account. */
export interface Decider {
  readonly id: string
  readonly role: DeciderRole
}

export function mayDecide(approval: Approval, decider: Decider, nowMs: number): boolean {
  return (
    stateAt(approval, nowMs) === 'pending' &&
    kindRow(approval.kind).deciders.includes(decider.role) &&
    !isParty(approval, decider.id)
  )
}

/** @throws AppError `missing_permission`, `second_person_required`, `conflict` */
export function assertMayDecide(approval: Approval, decider: Decider, nowMs: number): void {
  const { deciders } = kindRow(approval.kind)
  if (!deciders.includes(decider.role)) {
    const message = `Only members of these roles decide about this: ${deciders.join(', ')}.`
    throw new AppError('missing_permission', message)
  }
  if (isParty(approval, decider.id)) {
    const message = 'You asked for this, or it is about you: somebody else has to decide.'
    throw new AppError('second_person_required', message)
  }
  assertPending(approval, nowMs)
}

/**
 * Whoever lost their account must not come by more through somebody else's word afterwards.
 * @param requester undefined where the account that asked is not active any more
 * @throws AppError `conflict`
 */
export function assertMayBeApproved(requester: Decider | undefined): void {
  if (requester !== undefined) return
  const message =
    'The account of whoever asked for this is no longer active. Refuse it; somebody else can ask anew.'
  throw new AppError('conflict', message)
}

/** @throws AppError `not_found` for everybody but the requester, `conflict` */
export function assertMayWithdraw(approval: Approval, memberId: string, nowMs: number): void {
  if (approval.requestedBy !== memberId) throw refuseUnknownApproval()
  assertPending(approval, nowMs)
}

export function refuseUnknownApproval(): AppError {
  return new AppError('not_found', 'No request has this id. Load the list again.')
}

/** Of a request that somebody else, or the clock, has settled meanwhile. */
export function refuseSettled(state: string): AppError {
  return new AppError('conflict', `This request is ${state} already. Load the list again.`)
}

function assertPending(approval: Approval, nowMs: number): void {
  const state = stateAt(approval, nowMs)
  if (state !== 'pending') throw refuseSettled(state)
}

function isParty({ requestedBy, subject }: Approval, memberId: string): boolean {
  return requestedBy === memberId || (subject.kind === 'staff' && subject.id === memberId)
}
