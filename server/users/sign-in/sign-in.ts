// First step of signing in: e-mail address and password. The response and its time are the same for a wrong
// password and for an account that does not exist.

import { recordAudit } from '../../audit/record-audit.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../kernel/app-error.ts'
import { findSecondFactors } from '../factors/second-factors.ts'
import { originOf, type RequestOrigin, type UserNeeds } from '../request-origin.ts'
import { type OpenedSession, openSession } from '../sessions.ts'
import type { SecondFactor, SessionStage, User } from '../user.ts'
import { findPasswordHash, findUser, findUserByEmail, holdHash } from '../user-store.ts'
import { maySignInLocally, recordEmergencySignIn, refuseLocalSignIn } from './local-sign-in.ts'
import { beginAttempt, commitDecoy, type Forgive } from './sign-in-attempts.ts'
import { recordSignInPlace } from './unusual-sign-ins.ts'

interface SignIn {
  readonly opened: OpenedSession
  readonly user: User
  /** Second factors for the second step; empty if there is no second step. */
  readonly factors: readonly SecondFactor[]
}

/** @throws AppError `unauthenticated`, `rate_limited` */
export async function signIn(
  needs: UserNeeds,
  requestOrigin: RequestOrigin,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<SignIn> {
  const user = await findUserByEmail(needs.db.reader, email)
  const forgive = await beginAttempt(needs, requestOrigin, `password:${email}`).catch(
    (error: unknown) => {
      throw withUserId(error, user)
    },
  )
  const hash =
    user?.state === 'active' ? await findPasswordHash(needs.db.reader, user.id) : undefined
  const isRight = await needs.passwords.matches(password, hash)
  if (user === undefined || hash === undefined || !isRight) {
    await (user === undefined ? commitDecoy(needs) : recordFailure(needs, requestOrigin, user))
    throw withUserId(refuseSignIn(), user)
  }
  if (!maySignInLocally(needs.config, user)) {
    await recordFailure(needs, requestOrigin, user, 'local_sign_in_off')
    throw withUserId(refuseLocalSignIn(), user)
  }
  const best = needs.passwords.isOutdated(hash) ? await needs.passwords.hash(password) : hash
  const begun =
    (await beginSession(needs, requestOrigin, { user, from: hash, to: best, forgive })) ??
    (await beginAfterAnother(needs, requestOrigin, { user, password, hash, forgive }))
  if (begun === undefined) {
    await recordFailure(needs, requestOrigin, user)
    throw withUserId(refuseSignIn(), user)
  }
  return { ...begun, user }
}

interface Proven {
  readonly user: User
  readonly forgive: Forgive
}

/**
 * Returns undefined if the stored hash is no longer `from`: a reset may have come while hashes were computed. So may a
 * second factor, which is therefore looked for in the transaction.
 */
async function beginSession(
  needs: UserNeeds,
  requestOrigin: RequestOrigin,
  { user, from, to, forgive }: Proven & { readonly from: string; readonly to: string },
): Promise<Omit<SignIn, 'user'> | undefined> {
  return await inTransaction(needs.db, async (trx) => {
    if (!(await holdHash(trx, user.id, { from, to }))) return undefined
    await forgive(trx)
    const factors = await findSecondFactors(trx, (await findUser(trx, user.id)) ?? user)
    const stage = stageAfterPassword(needs, factors)
    const unusual =
      stage === 'full' ? await recordSignInPlace(needs, trx, requestOrigin, user.id) : {}
    const opened = await openSession(needs, trx, requestOrigin, { userId: user.id, stage })
    await recordAudit(needs, trx, {
      by: originOf(requestOrigin, user.id),
      action: 'user.signed_in',
      subject: { kind: 'user', id: user.id },
      details: { factor: 'password', ...unusual },
    })
    await recordEmergencySignIn(needs, trx, requestOrigin, user)
    return { opened, factors }
  })
}

/** Another sign-in may have replaced an outdated hash by one of the same password, which is then still right. */
async function beginAfterAnother(
  needs: UserNeeds,
  requestOrigin: RequestOrigin,
  { user, password, hash, forgive }: Proven & { readonly password: string; readonly hash: string },
): Promise<Omit<SignIn, 'user'> | undefined> {
  const stored = await findPasswordHash(needs.db.reader, user.id)
  if (stored === undefined || stored === hash) return undefined
  if (!(await needs.passwords.matches(password, stored))) return undefined
  return await beginSession(needs, requestOrigin, { user, from: stored, to: stored, forgive })
}

/** The same message whatever was wrong. */
function refuseSignIn(): AppError {
  const message =
    'The e-mail address or the password is wrong. Try again, or ask an administrator to start a reset.'
  return new AppError('unauthenticated', message)
}

export function stageAfterPassword(
  { config }: Pick<UserNeeds, 'config'>,
  factors: readonly SecondFactor[],
): SessionStage {
  if (factors.length > 0) return 'password'
  const { secondFactorRequired, localSignIn } = config.users
  return secondFactorRequired || localSignIn !== 'everyone' ? 'enrolment' : 'full'
}

/** Adds the user's id to an error for counting refusals; the response does not contain it. */
function withUserId(error: unknown, user: User | undefined): unknown {
  if (!(error instanceof AppError) || user === undefined) return error
  return new AppError(error.code, error.message, { ...error.options, userId: user.id })
}

/**
 * Records a failed sign-in of an existing user. The typed e-mail address is not stored: it may be a password in
 * the wrong field. Unknown addresses are only counted (`count-refusals.ts`), so that inventing them does not
 * fill the audit log.
 */
async function recordFailure(
  needs: UserNeeds,
  requestOrigin: RequestOrigin,
  user: User,
  reason = user.state === 'active' ? 'wrong_password' : `${user.state}_account`,
): Promise<void> {
  await inTransaction(needs.db, (trx) =>
    recordAudit(needs, trx, {
      by: originOf(requestOrigin, undefined),
      action: 'user.signed_in',
      subject: { kind: 'user', id: user.id },
      outcome: 'failed',
      details: { factor: 'password', reason },
    }),
  )
}
