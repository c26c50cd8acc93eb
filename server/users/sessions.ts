// Opens, finds and ends sessions. The token in the cookie is 256 random bits; only its digest is stored.

import type { AuditOrigin } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import { inSharedTransaction, inTransaction, type Reader, type Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { newId } from '../kernel/ids.ts'
import type { RequestOrigin, UserNeeds } from './request-origin.ts'
import {
  deleteSession,
  deleteSessionsOf,
  findSessionByDigest,
  insertSession,
  setSessionUsed,
} from './session-store.ts'
import { maySignInLocally } from './sign-in/local-sign-in.ts'
import { csrfTokenOf, newToken, sessionDigest } from './sign-in/sign-in-secrets.ts'
import {
  isSessionOver,
  type Session,
  type SessionLimits,
  type SessionStage,
  type SignedIn,
  type User,
} from './user.ts'
import { findUser, setSignedIn } from './user-store.ts'

/** A new session with its cookie's token, which is not stored. */
export interface OpenedSession {
  readonly session: Session
  readonly token: string
  readonly csrfToken: string
}

interface NewSession {
  readonly userId: string
  readonly stage: SessionStage
  /** When the user proved their identity, if not now: at the bank's directory. */
  readonly provedAt?: number
}

export async function openSession(
  needs: Pick<UserNeeds, 'clock' | 'keyring'>,
  trx: Trx,
  requestOrigin: RequestOrigin,
  { userId, stage, provedAt }: NewSession,
): Promise<OpenedSession> {
  const nowMs = needs.clock.now()
  const token = newToken()
  const session: Session = {
    id: newId('ses', nowMs),
    userId,
    stage,
    createdAt: nowMs,
    usedAt: nowMs,
    confirmedAt: stage === 'full' ? (provedAt ?? nowMs) : undefined,
    clientAddress: requestOrigin.clientAddress,
    browser: requestOrigin.browser,
  }
  await insertSession(trx, session, sessionDigest(needs.keyring, token))
  if (stage === 'full') await setSignedIn(trx, userId, nowMs)
  return { session, token, csrfToken: csrfTokenOf(needs.keyring, token) }
}

/**
 * Replaces the session by one with a new id, as after every gain of rights.
 * @throws AppError `unauthenticated` if it was ended since the request began, by a reset for instance
 */
export async function renewSession(
  needs: Pick<UserNeeds, 'clock' | 'keyring'>,
  trx: Trx,
  requestOrigin: RequestOrigin,
  { session, user }: SignedIn,
): Promise<OpenedSession> {
  if (!(await deleteSession(trx, user.id, session.id))) {
    throw new AppError('unauthenticated', 'This session has ended meanwhile. Sign in again.')
  }
  return openSession(needs, trx, requestOrigin, { userId: user.id, stage: 'full' })
}

/** `used_at` is written at most this often, so that a busy page does not write on every request. */
const usedWrittenEveryMs = 60_000

/**
 * Returns undefined for unknown and ended sessions, and for users who are not active.
 * @param isUse whether the idle time of the session begins anew
 */
export async function findSignedIn(
  needs: UserNeeds,
  token: string,
  isUse: boolean,
): Promise<SignedIn | undefined> {
  const { db, clock, config, keyring } = needs
  const session = await findSessionByDigest(db.reader, sessionDigest(keyring, token))
  const nowMs = clock.now()
  const user = session && (await findSessionUser(needs, db.reader, session, config.users))
  if (session === undefined || user === undefined) return undefined
  if (isUse && nowMs - session.usedAt >= usedWrittenEveryMs) {
    // A full disk must not end a valid session.
    await inSharedTransaction(db, (trx) => setSessionUsed(trx, session.id, nowMs)).catch(
      (error: unknown) => needs.log.error('session_use_not_noted', {}, error),
    )
  }
  return { user, session, csrfToken: csrfTokenOf(keyring, token) }
}

/** Returns the id of the session with this token, also of one that is over. */
export async function findSessionId(
  { db, keyring }: Pick<UserNeeds, 'db' | 'keyring'>,
  token: string,
): Promise<string | undefined> {
  return (await findSessionByDigest(db.reader, sessionDigest(keyring, token)))?.id
}

/** Returns the user of a session unless it is over, by these limits, or the user may not be signed in. */
export async function findSessionUser(
  { clock, config }: Pick<UserNeeds, 'clock' | 'config'>,
  db: Reader,
  session: Session,
  limits: SessionLimits,
): Promise<User | undefined> {
  if (isSessionOver(session, limits, clock.now())) return undefined
  const user = await findUser(db, session.userId)
  // A password that a setting no longer allows ends its sessions too.
  return user?.state === 'active' && maySignInLocally(config, user) ? user : undefined
}

export function signOut(needs: UserNeeds, by: AuditOrigin, signedIn: SignedIn): Promise<void> {
  return inTransaction(needs.db, async (trx) => {
    const { user, session } = signedIn
    await deleteSession(trx, user.id, session.id)
    const subject = { kind: 'user', id: user.id } as const
    await recordAudit(needs, trx, { by, action: 'user.signed_out', subject })
  })
}

/** Ends one of a user's sessions. @throws AppError `not_found` */
export function endSession(
  needs: UserNeeds,
  by: AuditOrigin,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
): Promise<void> {
  return inTransaction(needs.db, async (trx) => {
    if (!(await deleteSession(trx, userId, sessionId))) {
      throw new AppError('not_found', 'This session has already ended.')
    }
    await recordEnd(needs, trx, by, userId, 1)
  })
}

/** Ends a user's sessions, but not `except`. Resolves with their number. */
export function endSessions(
  needs: UserNeeds,
  by: AuditOrigin,
  ending: EndedSessions,
): Promise<number> {
  return inTransaction(needs.db, (trx) => endSessionsWithin(needs, trx, by, ending))
}

interface EndedSessions {
  readonly userId: string
  readonly except?: string
}

export async function endSessionsWithin(
  needs: AuditNeeds,
  trx: Trx,
  by: AuditOrigin,
  { userId, except }: EndedSessions,
): Promise<number> {
  const count = await deleteSessionsOf(trx, userId, except)
  if (count > 0) await recordEnd(needs, trx, by, userId, count)
  return count
}

async function recordEnd(
  needs: AuditNeeds,
  trx: Trx,
  by: AuditOrigin,
  userId: string,
  count: number,
): Promise<void> {
  const subject = { kind: 'user', id: userId } as const
  await recordAudit(needs, trx, { by, action: 'user.session_ended', subject, details: { count } })
}
