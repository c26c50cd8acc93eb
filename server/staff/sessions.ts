// Begins, finds and ends sessions. The id in the cookie is 256 random bits; only its digest is kept.

import type { AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction, type Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { newId } from '../kernel/ids.ts'
import { findMember, setSignedIn } from './member-store.ts'
import { csrfTokenOf, newToken, sessionDigest } from './secrets.ts'
import {
  deleteSession,
  deleteSessionsOf,
  findSessionByDigest,
  insertSession,
  setSessionUsed,
} from './session-store.ts'
import { isSessionOver, type Session, type SessionStage } from './staff.ts'
import type { StaffNeeds, Visit, Visitor } from './visitor.ts'

/** A session together with what stands in its cookie, which is kept nowhere. */
export interface OpenedSession {
  readonly session: Session
  readonly token: string
  readonly csrfToken: string
}

export async function openSession(
  needs: Pick<StaffNeeds, 'clock' | 'keyring'>,
  trx: Trx,
  visitor: Visitor,
  { memberId, stage }: { readonly memberId: string; readonly stage: SessionStage },
): Promise<OpenedSession> {
  const nowMs = needs.clock.now()
  const token = newToken()
  const session: Session = {
    id: newId('ses', nowMs),
    memberId,
    stage,
    createdAt: nowMs,
    usedAt: nowMs,
    confirmedAt: stage === 'full' ? nowMs : undefined,
    clientAddress: visitor.clientAddress,
    browser: visitor.browser,
  }
  await insertSession(trx, session, sessionDigest(needs.keyring, token))
  if (stage === 'full') await setSignedIn(trx, memberId, nowMs)
  return { session, token, csrfToken: csrfTokenOf(needs.keyring, token) }
}

/** The same visit under a new id, as every step up in rights gets one. */
export async function renewSession(
  needs: Pick<StaffNeeds, 'clock' | 'keyring'>,
  trx: Trx,
  visitor: Visitor,
  { session, member }: Visit,
): Promise<OpenedSession> {
  await deleteSession(trx, member.id, session.id)
  return openSession(needs, trx, visitor, { memberId: member.id, stage: 'full' })
}

/** A use is noted at most this often, so that a busy page does not write on every request. */
const usedNotedEveryMs = 60_000

/** undefined for unknown and ended sessions, and for those of members who may no longer sign in. */
export async function findVisit(needs: StaffNeeds, token: string): Promise<Visit | undefined> {
  const { db, clock, config, keyring } = needs
  const session = await findSessionByDigest(db.reader, sessionDigest(keyring, token))
  const nowMs = clock.now()
  if (session === undefined || isSessionOver(session, config.staff, nowMs)) return undefined
  const member = await findMember(db.reader, session.memberId)
  if (member?.state !== 'active') return undefined
  if (nowMs - session.usedAt >= usedNotedEveryMs) {
    // A full disk must not turn a valid session away.
    await inTransaction(db, (trx) => setSessionUsed(trx, session.id, nowMs)).catch(
      (error: unknown) => needs.log.error('session_use_not_noted', {}, error),
    )
  }
  return { member, session, csrfToken: csrfTokenOf(keyring, token) }
}

export function signOut(needs: StaffNeeds, by: AuditOrigin, visit: Visit): Promise<void> {
  return inTransaction(needs.db, async (trx) => {
    const { member, session } = visit
    await deleteSession(trx, member.id, session.id)
    const subject = { kind: 'staff', id: member.id } as const
    await recordAudit(needs, trx, { by, action: 'staff.signed_out', subject })
  })
}

/** One of a member's sessions. @throws AppError `not_found` */
export function endSession(
  needs: StaffNeeds,
  by: AuditOrigin,
  { memberId, sessionId }: { readonly memberId: string; readonly sessionId: string },
): Promise<void> {
  return inTransaction(needs.db, async (trx) => {
    if (!(await deleteSession(trx, memberId, sessionId))) {
      throw new AppError('not_found', 'This session has ended already.')
    }
    await recordEnd(needs, trx, by, memberId, 1)
  })
}

/** Every session of a member but one, where one is to be kept; tells how many were ended. */
export function endSessions(
  needs: StaffNeeds,
  by: AuditOrigin,
  { memberId, except }: { readonly memberId: string; readonly except?: string },
): Promise<number> {
  return inTransaction(needs.db, async (trx) => {
    const count = await deleteSessionsOf(trx, memberId, except)
    if (count > 0) await recordEnd(needs, trx, by, memberId, count)
    return count
  })
}

async function recordEnd(
  needs: StaffNeeds,
  trx: Trx,
  by: AuditOrigin,
  memberId: string,
  count: number,
): Promise<void> {
  const subject = { kind: 'staff', id: memberId } as const
  await recordAudit(needs, trx, { by, action: 'staff.session_ended', subject, details: { count } })
}
