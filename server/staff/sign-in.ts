// First step of signing in: an e-mail address and a password. What is answered, and how long it takes, is
// the same for a wrong password and for an account that does not exist.

import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { beginAttempt, writeForNobody } from './attempts.ts'
import { findMemberByEmail, findPasswordHash, replaceHash } from './member-store.ts'
import { findSecondFactors } from './second-factors.ts'
import { type OpenedSession, openSession } from './sessions.ts'
import type { Member, SecondFactor, SessionStage } from './staff.ts'
import { judgePlace } from './unusual-sign-ins.ts'
import { originOf, type StaffNeeds, type Visitor } from './visitor.ts'

export interface SignIn {
  readonly opened: OpenedSession
  readonly member: Member
  /** With which the second step can be taken; empty where there is none to take. */
  readonly factors: readonly SecondFactor[]
}

/** @throws AppError `unauthenticated`, `rate_limited` */
export async function signIn(
  needs: StaffNeeds,
  visitor: Visitor,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<SignIn> {
  const member = await findMemberByEmail(needs.db.reader, email)
  const forgive = await beginAttempt(needs, visitor, `password:${email}`).catch(
    (error: unknown) => {
      throw aboutMember(error, member)
    },
  )
  const hash =
    member?.state === 'active' ? await findPasswordHash(needs.db.reader, member.id) : undefined
  const isRight = await needs.passwords.matches(password, hash)
  if (member === undefined || hash === undefined || !isRight) {
    await (member === undefined ? writeForNobody(needs) : recordFailure(needs, visitor, member))
    throw aboutMember(refuseSignIn(), member)
  }
  const better = needs.passwords.isOutdated(hash) ? await needs.passwords.hash(password) : undefined
  const factors = await findSecondFactors(needs.db.reader, member)
  const stage = stageAfterPassword(needs, factors)
  const opened = await inTransaction(needs.db, async (trx) => {
    await forgive(trx)
    if (better !== undefined) await replaceHash(trx, member.id, { from: hash, to: better })
    const unusual = stage === 'full' ? await judgePlace(needs, trx, visitor, member.id) : {}
    const begun = await openSession(needs, trx, visitor, { memberId: member.id, stage })
    await recordAudit(needs, trx, {
      by: originOf(visitor, member.id),
      action: 'staff.signed_in',
      subject: { kind: 'staff', id: member.id },
      details: { factor: 'password', ...unusual },
    })
    return begun
  })
  return { opened, member, factors }
}

/** One message, whatever was wrong. */
export function refuseSignIn(): AppError {
  const message =
    'The e-mail address or the password is wrong. Try again, or ask an administrator to start a reset.'
  return new AppError('unauthenticated', message)
}

export function stageAfterPassword(
  { config }: Pick<StaffNeeds, 'config'>,
  factors: readonly SecondFactor[],
): SessionStage {
  if (factors.length > 0) return 'password'
  return config.staff.secondFactorRequired ? 'enrolment' : 'full'
}

/** Counted for whom it is known to be about, and never told. */
function aboutMember(error: unknown, member: Member | undefined): unknown {
  if (!(error instanceof AppError) || member === undefined) return error
  return new AppError(error.code, error.message, { ...error.options, memberId: member.id })
}

/**
 * The name that was typed is not kept: it may be a password in the wrong field. Names that nobody has are counted
 * in aggregate (http/count-refusals): whoever makes them up must not fill the log.
 */
async function recordFailure(needs: StaffNeeds, visitor: Visitor, member: Member): Promise<void> {
  const reason = member.state === 'active' ? 'wrong_password' : `${member.state}_account`
  await inTransaction(needs.db, (trx) =>
    recordAudit(needs, trx, {
      by: originOf(visitor, undefined),
      action: 'staff.signed_in',
      subject: { kind: 'staff', id: member.id },
      outcome: 'failed',
      details: { factor: 'password', reason },
    }),
  )
}
