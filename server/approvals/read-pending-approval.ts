// Reads the pending request about a subject, for features that show or check it.

import type { Reader } from '../db/transaction.ts'
import { type Approval, stateAt } from './approval.ts'
import { findWaiting } from './approval-store.ts'
import type { ApprovalNeeds } from './request-approval.ts'

/** Also returns a request that has expired (`isOver`) and was not ended yet. */
export async function readPendingApproval(
  { keyring, clock }: ApprovalNeeds,
  db: Reader,
  about: Pick<Approval, 'kind' | 'subject'>,
): Promise<{ readonly approval: Approval; readonly isOver: boolean } | undefined> {
  const approval = await findWaiting(keyring, db, about)
  if (approval === undefined) return undefined
  return { approval, isOver: stateAt(approval, clock.now()) === 'expired' }
}
