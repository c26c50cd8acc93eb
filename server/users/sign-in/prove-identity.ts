// Verifies a user's proof of identity: the second step of signing in, and the confirmation that sensitive
// changes require.

import { recordAudit } from '../../audit/record-audit.ts'
import { inTransaction, type Trx } from '../../db/transaction.ts'
import { AppError } from '../../kernel/app-error.ts'
import {
  type FactorProof,
  findSecondFactors,
  refuseProof,
  type TakeProof,
  verifyProof,
} from '../factors/second-factors.ts'
import { originOf, type RequestOrigin, type UserNeeds } from '../request-origin.ts'
import { setConfirmed } from '../session-store.ts'
import { type OpenedSession, renewSession } from '../sessions.ts'
import type { SignedIn } from '../user.ts'
import { findPasswordHash } from '../user-store.ts'
import { beginAttempt } from './sign-in-attempts.ts'
import { recordSignInPlace } from './unusual-sign-ins.ts'
import { refuseLockedCode, type TakenCode, takeCodeUnderCeiling } from './wrong-codes.ts'

/** Completes a sign-in with a second factor. @throws AppError `unauthenticated`, `rate_limited` */
export async function passSecondFactor(
  needs: UserNeeds,
  requestOrigin: RequestOrigin,
  signedIn: SignedIn,
  proof: FactorProof,
): Promise<OpenedSession> {
  const { user } = signedIn
  const forgive = await beginAttempt(needs, requestOrigin, `factor:${user.id}`)
  const take = await verifyProof(needs, signedIn, proof)
  const passed = await inTransaction(needs.db, async (trx) => {
    const taken = await takeProof(needs, trx, requestOrigin, signedIn, {
      method: proof.method,
      take,
    })
    const unusual =
      taken === 'taken' ? await recordSignInPlace(needs, trx, requestOrigin, user.id) : {}
    const { outcome, details } = outcomeOf(taken, proof.method)
    await recordAudit(needs, trx, {
      by: originOf(requestOrigin, user.id),
      action: 'user.signed_in',
      subject: { kind: 'user', id: user.id },
      outcome,
      details: { ...details, ...unusual },
    })
    if (taken !== 'taken') return taken
    await forgive(trx)
    return renewSession(needs, trx, requestOrigin, signedIn)
  })
  if (passed === 'locked') throw refuseLockedCode()
  if (passed === 'wrong') throw refuseProof()
  return passed
}

type Proof = FactorProof | { readonly method: 'password'; readonly password: string }

/**
 * Makes the session fresh: for the next five minutes it may use routes that require confirmation. A
 * password is enough only for a user without a second factor.
 * @throws AppError `unauthenticated`, `rate_limited`, `conflict`
 */
export async function confirmAgain(
  needs: UserNeeds,
  requestOrigin: RequestOrigin,
  signedIn: SignedIn,
  proof: Proof,
): Promise<void> {
  const { user, session } = signedIn
  await assertStrongEnough(needs, signedIn, proof)
  const forgive = await beginAttempt(needs, requestOrigin, `factor:${user.id}`)
  const take =
    proof.method === 'password'
      ? await verifyPassword(needs, signedIn, proof.password)
      : await verifyProof(needs, signedIn, proof)
  const { method } = proof
  const passed = await inTransaction(needs.db, async (trx) => {
    const taken = await takeProof(needs, trx, requestOrigin, signedIn, { method, take })
    await recordAudit(needs, trx, {
      by: originOf(requestOrigin, user.id),
      action: 'user.confirmed',
      subject: { kind: 'user', id: user.id },
      ...outcomeOf(taken, method),
    })
    if (taken !== 'taken') return taken
    await forgive(trx)
    await setConfirmed(trx, session.id, needs.clock.now())
    return taken
  })
  if (passed === 'locked') throw refuseLockedCode()
  if (passed === 'wrong') throw refuseProof()
}

/** Limits attempts with codes, which can be guessed; passwords and passkeys are not limited here. */
async function takeProof(
  needs: UserNeeds,
  trx: Trx,
  requestOrigin: RequestOrigin,
  signedIn: SignedIn,
  { method, take }: { readonly method: Proof['method']; readonly take: TakeProof },
): Promise<TakenCode> {
  if (method === 'totp' || method === 'recovery_code') {
    return takeCodeUnderCeiling(needs, trx, requestOrigin, signedIn, { method, take })
  }
  return (await take(trx)) ? 'taken' : 'wrong'
}

function outcomeOf(taken: TakenCode, factor: Proof['method']) {
  const reason = taken === 'locked' ? { reason: 'locked_codes' } : {}
  return {
    outcome: taken === 'taken' ? 'done' : 'failed',
    details: { factor, ...reason },
  } as const
}

async function assertStrongEnough(
  needs: UserNeeds,
  signedIn: SignedIn,
  proof: Proof,
): Promise<void> {
  if (proof.method !== 'password') return
  const factors = await findSecondFactors(needs.db.reader, signedIn.user)
  if (factors.length === 0) return
  throw new AppError('conflict', 'Confirm with your second factor. The password is not enough.')
}

async function verifyPassword(needs: UserNeeds, signedIn: SignedIn, password: string) {
  const hash = await findPasswordHash(needs.db.reader, signedIn.user.id)
  const isRight = await needs.passwords.matches(password, hash)
  return async () => isRight
}
