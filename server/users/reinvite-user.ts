// Returns an account to an invitation, so that its owner chooses anew how to sign in: with the bank's directory, or with a
// password. This is how a local account moves to the directory, and back.

import type { AuditOrigin } from '../audit/audit.ts'
import { inTransaction } from '../db/transaction.ts'
import { notifyAccountChange, recordAccountChange, refuseState } from './account-change.ts'
import { deletePasskeysOf, replaceRecoveryCodes, setTotp } from './factor-store.ts'
import { assertAdministratorLeft, type Invited } from './manage-users.ts'
import type { UserNeeds } from './request-origin.ts'
import { deleteSessionsOf } from './session-store.ts'
import { issueUserLink, requireUser } from './user-links.ts'
import { clearSignIn, setUserState } from './user-store.ts'

/**
 * Ends the password, the second factors, the sessions and the tie to the directory, and issues an invitation. Name, role and
 * history of the account stay.
 * @throws AppError `not_found`; `conflict` for a disabled user and for the last administrator
 */
export function reinviteUser(needs: UserNeeds, by: AuditOrigin, userId: string): Promise<Invited> {
  return inTransaction(needs.db, async (trx) => {
    const before = await requireUser(trx, userId)
    if (before.state === 'disabled') throw refuseState('user_disabled', 'Enable this user first.')
    await setUserState(trx, userId, 'invited')
    await assertAdministratorLeft(trx, before)
    await clearSignIn(trx, userId)
    await setTotp(trx, userId, undefined)
    await deletePasskeysOf(trx, userId)
    await replaceRecoveryCodes(trx, userId, [])
    const count = await deleteSessionsOf(trx, userId)
    const entry = { action: 'user.invited_again', userId, details: { count } } as const
    await recordAccountChange(needs, trx, { by }, entry)
    await notifyAccountChange(needs, trx, { by }, { userId, kind: 'invited', role: before.role })
    const link = await issueUserLink(needs, trx, by, { kind: 'invitation', userId })
    return { user: await requireUser(trx, userId), link }
  })
}
