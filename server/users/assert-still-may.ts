// Looks at a user again in the transaction of what they do, or while it goes on: since their request came in, somebody may have disabled their
// account or changed its role.

import { requireActingUser } from '../approvals/acting-user.ts'
import type { AuditOrigin } from '../audit/audit.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { type Permission, rolesWith } from './role.ts'
import { listSessions } from './session-store.ts'
import type { SignedIn } from './user.ts'
import { findUser } from './user-store.ts'

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

/** For work that goes on after its request was let in. @throws AppError `unauthenticated`, `missing_permission` */
export async function assertSessionStillMay(
  db: Reader,
  { user, session }: SignedIn,
  permission: Permission,
): Promise<void> {
  const now = await findUser(db, user.id)
  const sessions = await listSessions(db, user.id)
  if (now?.state !== 'active' || !sessions.some(({ id }) => id === session.id)) {
    throw new AppError('unauthenticated', 'This session has ended meanwhile. Sign in again.')
  }
  assertRoleMay(now.role, permission)
}

function assertRoleMay(role: string, permission: Permission): void {
  if (rolesWith(permission).some((one) => one === role)) return
  throw new AppError('missing_permission', 'Your role has been changed meanwhile.')
}
