// Looks at a user again in the transaction of what they do: since their request came in, somebody may have disabled their
// account or changed its role.

import { requireActingUser } from '../approvals/acting-user.ts'
import type { AuditOrigin } from '../audit/audit.ts'
import type { Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { type Permission, rolesWith } from './role.ts'

/** Commands on the host may do everything. @throws AppError `unauthenticated`, `missing_permission` */
export async function assertStillMay(
  trx: Trx,
  by: AuditOrigin,
  permission: Permission,
): Promise<void> {
  if (by.actor.kind !== 'user') return
  const { role } = await requireActingUser(trx, by)
  if (rolesWith(permission).some((one) => one === role)) return
  throw new AppError('missing_permission', 'Your role has been changed meanwhile.')
}
