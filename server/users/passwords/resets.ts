// Resets a user's password or second factor. Nobody takes part in both resets of one account within three
// days; commands on the host may do either and are recorded in the audit log.

import type { AuditOrigin } from '../../audit/audit.ts'
import { inTransaction, type Trx } from '../../db/transaction.ts'
import { assertStillMay } from '../assert-still-may.ts'
import { deletePasskeysOf, replaceRecoveryCodes, setTotp } from '../factors/factor-store.ts'
import {
  type AccountChange,
  type AccountChangeNeeds,
  actorIdsOf,
  assertLocalAccount,
  assertNotOneself,
  notifyAccountChange,
  recordAccountChange,
  refuseState,
} from '../notices/account-change.ts'
import { listNoticesOfKinds } from '../notices/account-notice-store.ts'
import type { UserNeeds } from '../request-origin.ts'
import { deleteSessionsOf } from '../session-store.ts'
import type { IssuedLink, User } from '../user.ts'
import { issueUserLink, requireUser } from '../user-links.ts'
import {
  assertResetsApart,
  noticesOfOtherReset,
  type ResetKind,
  resetsApartMs,
} from './reset-policy.ts'

interface IssuedUserLink {
  readonly user: User
  readonly kind: 'invitation' | 'password_reset'
  readonly link: IssuedLink
}

/**
 * Issues a link: a new invitation for an invited user, otherwise a password reset.
 * @throws AppError `not_found`; `conflict` for one's own account, for a disabled user, and within 72 hours
 * after taking part in the other reset, or in returning the account to an invitation
 */
export function issueLinkFor(
  needs: UserNeeds,
  by: AuditOrigin,
  userId: string,
): Promise<IssuedUserLink> {
  return inTransaction(needs.db, async (trx) => {
    await assertStillMay(trx, by, 'users.manage')
    const user = await requireUser(trx, userId)
    if (user.state === 'disabled') throw refuseState('user_disabled', 'Enable this user first.')
    assertNotOneself({ by }, userId)
    assertLocalAccount(user)
    const kind = user.state === 'invited' ? 'invitation' : 'password_reset'
    await assertApart(needs, trx, { by }, userId, 'password')
    const [action, notice] =
      kind === 'invitation'
        ? (['user.invited', 'invited'] as const)
        : (['user.password_reset_started', 'password_reset_started'] as const)
    await recordAccountChange(needs, trx, { by }, { action, userId })
    // Invitations leave a notice too: whoever issued the link could have used it.
    await notifyAccountChange(needs, trx, { by }, { userId, kind: notice })
    return { user, kind, link: await issueUserLink(needs, trx, by, { kind, userId }) }
  })
}

/**
 * Removes all second factors of a user who lost them. Where a second factor is required, the password alone
 * then only lets the user set up a new one.
 * @throws AppError `not_found`; `conflict` for one's own account, and within 72 hours after taking part in
 * the other reset
 */
export function resetSecondFactor(
  needs: UserNeeds,
  by: AuditOrigin,
  userId: string,
): Promise<User> {
  return inTransaction(needs.db, (trx) => resetSecondFactorWithin(needs, trx, { by }, userId))
}

export async function resetSecondFactorWithin(
  needs: AccountChangeNeeds,
  trx: Trx,
  change: AccountChange,
  userId: string,
): Promise<User> {
  const user = await assertMayResetFactor(needs, trx, change, userId)
  await notifyAccountChange(needs, trx, change, { userId, kind: 'second_factor_reset' })
  await setTotp(trx, userId, undefined)
  await deletePasskeysOf(trx, userId)
  await replaceRecoveryCodes(trx, userId, [])
  const count = await deleteSessionsOf(trx, userId)
  const entry = { action: 'user.second_factor_reset', userId, details: { count } } as const
  await recordAccountChange(needs, trx, change, entry)
  return user
}

/** @throws AppError `not_found`, `conflict` */
export async function assertMayResetFactor(
  needs: AccountChangeNeeds,
  trx: Trx,
  change: AccountChange,
  userId: string,
): Promise<User> {
  const user = await requireUser(trx, userId)
  assertNotOneself(change, userId)
  await assertApart(needs, trx, change, userId, 'second_factor')
  return user
}

async function assertApart(
  { clock }: AccountChangeNeeds,
  trx: Trx,
  change: AccountChange,
  userId: string,
  kind: ResetKind,
): Promise<void> {
  const nowMs = clock.now()
  const asked = { userId, kinds: noticesOfOtherReset[kind], since: nowMs - resetsApartMs }
  assertResetsApart(actorIdsOf(change), await listNoticesOfKinds(trx, asked), nowMs)
}
