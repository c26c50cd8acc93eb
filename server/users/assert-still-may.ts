// Looks at a user again in the transaction of what they do, or while it goes on: since their request came in, somebody
// may have disabled their account or changed its role.

import { requireActingUser } from '../approvals/acting-user.ts'
import type { AuditOrigin } from '../audit/audit.ts'
import type { Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import type { UserNeeds } from './request-origin.ts'
import { type Permission, rolesWith } from './role.ts'
import { findSession } from './session-store.ts'
import { findSessionUser } from './sessions.ts'
import type { SignedIn } from './user.ts'

/** Commands on the host may do everything. @throws AppError `unauthenticated`, `missing_permission` */
export async function assertStillMay(
  trx: Trx,
  by: AuditOrigin,
  permission: Permission,
): Promise<void> {
  if (by.actor.kind !== 'user') return
  const { role } = await requireActingUser(trx, by)
  assertRoleMay(role, permission)
}

/**
 * For work that goes on after its request was let in. The session may be idle meanwhile.
 * @throws AppError `unauthenticated`, `missing_permission`
 */
export async function assertSessionStillMay(
  needs: Pick<UserNeeds, 'clock' | 'config' | 'db'>,
  signedIn: SignedIn,
  permission: Permission,
): Promise<void> {
  const { reader } = needs.db
  const limits = { ...needs.config.users, sessionIdleMs: Number.POSITIVE_INFINITY }
  const session = await findSession(reader, signedIn.session.id)
  const user = session && (await findSessionUser(needs, reader, session, limits))
  if (user === undefined) {
    throw new AppError('unauthenticated', 'This session has ended meanwhile. Sign in again.')
  }
  assertRoleMay(user.role, permission)
}

function assertRoleMay(role: string, permission: Permission): void {
  if (rolesWith(permission).some((one) => one === role)) return
  throw new AppError('missing_permission', 'Your role has been changed meanwhile.')
}
