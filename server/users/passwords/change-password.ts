// Changes the signed-in user's password. All other sessions end, and the current one gets a new id.

import { recordAudit } from '../../audit/record-audit.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../kernel/app-error.ts'
import { assertLocalAccount } from '../notices/account-change.ts'
import { setSessionNoticesSeen } from '../notices/account-notice-store.ts'
import { addAccountNotice } from '../notices/account-notices.ts'
import { originOf, type RequestOrigin, type UserNeeds } from '../request-origin.ts'
import { deleteSessionsOf } from '../session-store.ts'
import { type OpenedSession, renewSession } from '../sessions.ts'
import { beginAttempt } from '../sign-in/sign-in-attempts.ts'
import type { SignedIn } from '../user.ts'
import { findPasswordHash, setPassword } from '../user-store.ts'

/** @throws AppError `unauthenticated`, `rate_limited`, `invalid_request`, `conflict` */
export async function changePassword(
  needs: UserNeeds,
  requestOrigin: RequestOrigin,
  signedIn: SignedIn,
  { current, next }: { readonly current: string; readonly next: string },
): Promise<OpenedSession> {
  const { user } = signedIn
  assertLocalAccount(user)
  const forgive = await beginAttempt(needs, requestOrigin, `password:${user.email}`)
  const known = await findPasswordHash(needs.db.reader, user.id)
  if (!(await needs.passwords.matches(current, known))) {
    throw new AppError('unauthenticated', 'The current password is wrong.')
  }
  await needs.passwords.assertGood(next, user)
  const hash = await needs.passwords.hash(next)
  return inTransaction(needs.db, async (trx) => {
    await forgive(trx)
    await setPassword(trx, user.id, { hash, at: needs.clock.now() })
    const count = await deleteSessionsOf(trx, user.id, signedIn.session.id)
    await recordAudit(needs, trx, {
      by: originOf(requestOrigin, user.id),
      action: 'user.password_changed',
      subject: { kind: 'user', id: user.id },
      details: { count },
    })
    // The session continues under a new id; its notices must not appear as if at a new sign-in.
    await setSessionNoticesSeen(trx, { sessionId: signedIn.session.id, at: needs.clock.now() })
    await addAccountNotice(needs, trx, originOf(requestOrigin, user.id), {
      userId: user.id,
      kind: 'password_changed',
    })
    return renewSession(needs, trx, requestOrigin, signedIn)
  })
}
