// Changes one's own password. Every session but the one it was done in ends, and that one gets a new id.

import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { setSessionNoticesSeen } from './account-notice-store.ts'
import { noteOnAccount } from './account-notices.ts'
import { beginAttempt } from './attempts.ts'
import { findPasswordHash, setPassword } from './member-store.ts'
import { deleteSessionsOf } from './session-store.ts'
import { type OpenedSession, renewSession } from './sessions.ts'
import { originOf, type StaffNeeds, type Visit, type Visitor } from './visitor.ts'

/** @throws AppError `unauthenticated`, `rate_limited`, `invalid_request` */
export async function changePassword(
  needs: StaffNeeds,
  visitor: Visitor,
  visit: Visit,
  { current, next }: { readonly current: string; readonly next: string },
): Promise<OpenedSession> {
  const { member } = visit
  const forgive = await beginAttempt(needs, visitor, `password:${member.email}`)
  const known = await findPasswordHash(needs.db.reader, member.id)
  if (!(await needs.passwords.matches(current, known))) {
    throw new AppError('unauthenticated', 'The present password is wrong.')
  }
  await needs.passwords.assertGood(next, member)
  const hash = await needs.passwords.hash(next)
  return inTransaction(needs.db, async (trx) => {
    await forgive(trx)
    await setPassword(trx, member.id, { hash, at: needs.clock.now() })
    const count = await deleteSessionsOf(trx, member.id, visit.session.id)
    await recordAudit(needs, trx, {
      by: originOf(visitor, member.id),
      action: 'staff.password_changed',
      subject: { kind: 'staff', id: member.id },
      details: { count },
    })
    // The visit goes on under a new id: it is not the next sign-in.
    await setSessionNoticesSeen(trx, { sessionId: visit.session.id, at: needs.clock.now() })
    await noteOnAccount(needs, trx, originOf(visitor, member.id), {
      userId: member.id,
      kind: 'password_changed',
    })
    return renewSession(needs, trx, visitor, visit)
  })
}
