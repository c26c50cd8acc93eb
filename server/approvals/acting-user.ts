// The user who acts, read again in the transaction of what they do: since their request came in, somebody may have
// disabled their account.

import type { AuditOrigin } from '../audit/audit.ts'
import type { Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import type { Decider } from './approval-policy.ts'
import { findDecider } from './approval-view.ts'

/** @throws AppError `unauthenticated`; Error if the actor is not a user */
export async function requireActingUser(trx: Trx, by: AuditOrigin): Promise<Decider> {
  const user = await findDecider(trx, userIn(by))
  if (user !== undefined) return user
  throw new AppError('unauthenticated', 'Your account is not active. Sign in again.')
}

/** Returns the acting user's id. @throws Error if the actor is not a user: only users request and decide */
export function userIn({ actor }: AuditOrigin): string {
  if (actor.kind === 'user' && actor.id !== undefined) return actor.id
  throw new Error('only users of the console request and decide approvals')
}
