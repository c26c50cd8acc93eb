// Returns an account to an invitation, so that its owner chooses anew how to sign in: with the bank's directory, or
// with a password. This is how a local account moves to the directory, and back.

import type { AuditOrigin } from '../audit/audit.ts'
import { inTransaction, type Trx } from '../db/transaction.ts'
import { deletePasskeysOf, replaceRecoveryCodes, setTotp } from './factors/factor-store.ts'
import { assertAdministratorLeft, type Invited } from './manage-users.ts'
import {
  type AccountChange,
  type AccountChangeNeeds,
  assertNotOneself,
  notifyAccountChange,
  recordAccountChange,
  refuseState,
} from './notices/account-change.ts'
import type { UserNeeds } from './request-origin.ts'
import { deleteSessionsOf } from './session-store.ts'
import type { User } from './user.ts'
import { deleteLinksOf } from './user-link-store.ts'
import { issueUserLink, requireUser } from './user-links.ts'
import { clearSignIn, setUserState } from './user-store.ts'

/**
 * Ends the password, the second factors, the sessions and the tie to the directory, and issues an invitation. Name,
 * role and history of the account stay.
 * @throws AppError `not_found`; `conflict` for a disabled user and for the last administrator
 */
export function reinviteUser(needs: UserNeeds, by: AuditOrigin, userId: string): Promise<Invited> {
  return inTransaction(needs.db, async (trx) => {
    const user = await reinviteWithin(needs, trx, { by }, userId)
    return { user, link: await issueUserLink(needs, trx, by, { kind: 'invitation', userId }) }
  })
}

/** Without a link: an administrator who took no part issues one later. @throws AppError as `reinviteUser` */
export async function reinviteWithin(
  needs: AccountChangeNeeds,
  trx: Trx,
  change: AccountChange,
  userId: string,
): Promise<User> {
  const before = await assertMayReinvite(trx, change, userId)
  await setUserState(trx, userId, 'invited')
  await assertAdministratorLeft(trx, before)
  await clearSignIn(trx, userId)
  await setTotp(trx, userId, undefined)
  await deletePasskeysOf(trx, userId)
  await replaceRecoveryCodes(trx, userId, [])
  await deleteLinksOf(trx, userId)
  const count = await deleteSessionsOf(trx, userId)
  const entry = { action: 'user.invited_again', userId, details: { count } } as const
  await recordAccountChange(needs, trx, change, entry)
  const notice = { userId, kind: 'invited_again', role: before.role } as const
  await notifyAccountChange(needs, trx, change, notice)
  return requireUser(trx, userId)
}

/** @throws AppError `not_found`; `conflict` for one's own account and for a disabled one */
export async function assertMayReinvite(
  trx: Trx,
  change: AccountChange,
  userId: string,
): Promise<User> {
  const user = await requireUser(trx, userId)
  assertNotOneself(change, userId)
  if (user.state === 'disabled') throw refuseState('user_disabled', 'Enable this user first.')
  return user
}
