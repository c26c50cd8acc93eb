// Records a change of an account twice: in the audit log and as a notice to the account's owner. Where a
// second administrator approved the change, both administrators are named.

import type { AuditAction, AuditOrigin } from '../../audit/audit.ts'
import type { AuditDetails } from '../../audit/audit-details.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Trx } from '../../db/transaction.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { UserNeeds } from '../request-origin.ts'
import type { User } from '../user.ts'
import { addAccountNotice, type NewNotice } from './account-notices.ts'

export type AccountChangeNeeds = Pick<UserNeeds, 'clock' | 'keyring'>

export interface AccountChange {
  /** Who makes the change; with an approval, the administrator who approved it. */
  readonly by: AuditOrigin
  /**
   * The approval. `nobody_else`: one was needed, but no other administrator exists. `directory`: the groups in the
   * bank's directory demand the change, whose owners grant access there.
   */
  readonly agreed?:
    | { readonly requestedBy: string; readonly approvalId: string }
    | 'nobody_else'
    | 'directory'
}

/** Returns the ids of the users who made, requested or approved the change. */
export function actorIdsOf({ by: { actor }, agreed }: AccountChange): readonly string[] {
  const own = actor.kind === 'user' && actor.id !== undefined ? [actor.id] : []
  return typeof agreed === 'object' ? [...own, agreed.requestedBy] : own
}

export async function recordAccountChange(
  needs: AccountChangeNeeds,
  trx: Trx,
  { by, agreed }: AccountChange,
  entry: {
    readonly action: AuditAction
    readonly userId: string
    readonly details?: AuditDetails
  },
): Promise<void> {
  const { action, userId, details } = entry
  const subject = { kind: 'user', id: userId } as const
  const known = { ...details, ...agreedInAudit(agreed) }
  await recordAudit(needs, trx, { by, action, subject, details: known })
}

/** Adds a notice for the account's owner, which names who requested and who approved the change. */
export function notifyAccountChange(
  needs: AccountChangeNeeds,
  trx: Trx,
  { by, agreed }: AccountChange,
  notice: Omit<NewNotice, 'actor' | 'approvedById'>,
): Promise<void> {
  if (typeof agreed !== 'object') return addAccountNotice(needs, trx, by, notice)
  const actor = { kind: 'user', id: agreed.requestedBy } as const
  return addAccountNotice(needs, trx, by, { ...notice, actor, approvedById: by.actor.id })
}

/** @throws AppError `conflict` if the user takes part in the change of their own account */
export function assertNotOneself(change: AccountChange, userId: string): void {
  if (!actorIdsOf(change).includes(userId)) return
  throw refuseState('oneself', 'You cannot do this to your own account. Ask another administrator.')
}

/** The console translates the code; the message is for the API and the command line. */
export function refuseState(
  code:
    | 'oneself'
    | 'last_administrator'
    | 'user_disabled'
    | 'changed_meanwhile'
    | 'directory_role'
    | 'directory_password',
  message: string,
): AppError {
  return new AppError('conflict', message, { details: [{ param: 'id', code, message }] })
}

function agreedInAudit(agreed: AccountChange['agreed']): AuditDetails {
  if (agreed === undefined) return {}
  if (typeof agreed === 'string') return { approval: agreed }
  return { approval_id: agreed.approvalId, requested_by: agreed.requestedBy }
}

/** @throws AppError `conflict` for an account of the directory, which must never get a password here */
export function assertLocalAccount({ directory }: Pick<User, 'directory'>): void {
  if (directory === undefined) return
  const message =
    'This user signs in with the bank’s directory and has no password here. Passwords are reset in the directory.'
  throw refuseState('directory_password', message)
}
