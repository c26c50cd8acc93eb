// What follows when a user's role does not permit what they requested: an entry of the audit log, and a refusal.

import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import { type Db, inTransaction } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { originOf } from '../users/request-origin.ts'
import { describePermission, type Permission, type Role } from '../users/role.ts'
import type { SignedIn } from '../users/user.ts'

export interface PermissionDenial {
  readonly permission: Permission
  readonly requestId: string
  readonly clientAddress: string
}

export async function recordDenial(
  needs: AuditNeeds & { readonly db: Db },
  { user }: SignedIn,
  { permission, ...requestOrigin }: PermissionDenial,
): Promise<void> {
  await inTransaction(needs.db, (trx) =>
    recordAudit(needs, trx, {
      by: originOf(requestOrigin, user.id),
      action: 'user.access_denied',
      outcome: 'denied',
      details: { permission, role: user.role },
    }),
  )
}

export function refusePermission(permission: Permission, role: Role): AppError {
  return new AppError(
    'missing_permission',
    `Only some roles may ${describePermission(permission)}; ${role} is not among them.`,
  )
}
