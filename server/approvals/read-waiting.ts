// The request that waits about something, for whoever shows or guards that.

import type { Reader } from '../db/transaction.ts'
import { type Approval, stateAt } from './approval.ts'
import { findWaiting } from './approval-store.ts'
import type { ApprovalNeeds } from './request-approval.ts'

/** Also one whose time is over (`isOver`) and that the sweep has not ended yet. */
export async function readWaiting(
  { keyring, clock }: ApprovalNeeds,
  db: Reader,
  about: Pick<Approval, 'kind' | 'subject'>,
): Promise<{ readonly approval: Approval; readonly isOver: boolean } | undefined> {
  const approval = await findWaiting(keyring, db, about)
  if (approval === undefined) return undefined
  return { approval, isOver: stateAt(approval, clock.now()) === 'expired' }
}
