// Second step of signing in, and proving oneself again before something of weight.

import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction, type Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { beginAttempt } from './attempts.ts'
import { findPasswordHash } from './member-store.ts'
import {
  type FactorProof,
  findSecondFactors,
  judgeProof,
  refuseProof,
  type TakeProof,
} from './second-factors.ts'
import { setConfirmed } from './session-store.ts'
import { type OpenedSession, renewSession } from './sessions.ts'
import { judgePlace } from './unusual-sign-ins.ts'
import { originOf, type StaffNeeds, type Visit, type Visitor } from './visitor.ts'
import { refuseLockedCode, type TakenCode, takeCodeUnderCeiling } from './wrong-codes.ts'

/** Completes a sign-in. @throws AppError `unauthenticated`, `rate_limited` */
export async function passSecondFactor(
  needs: StaffNeeds,
  visitor: Visitor,
  visit: Visit,
  proof: FactorProof,
): Promise<OpenedSession> {
  const { member } = visit
  const forgive = await beginAttempt(needs, visitor, `factor:${member.id}`)
  const take = await judgeProof(needs, visit, proof)
  const passed = await inTransaction(needs.db, async (trx) => {
    const taken = await takeProof(needs, trx, visitor, visit, { method: proof.method, take })
    const unusual = taken === 'taken' ? await judgePlace(needs, trx, visitor, member.id) : {}
    const { outcome, details } = outcomeOf(taken, proof.method)
    await recordAudit(needs, trx, {
      by: originOf(visitor, member.id),
      action: 'staff.signed_in',
      subject: { kind: 'staff', id: member.id },
      outcome,
      details: { ...details, ...unusual },
    })
    if (taken !== 'taken') return taken
    await forgive(trx)
    return renewSession(needs, trx, visitor, visit)
  })
  if (passed === 'locked') throw refuseLockedCode()
  if (passed === 'wrong') throw refuseProof()
  return passed
}

export type Proof = FactorProof | { readonly method: 'password'; readonly password: string }

/**
 * Makes the session fresh: for the next five minutes it may do what needs that. A password is enough only
 * where there is no second factor.
 * @throws AppError `unauthenticated`, `rate_limited`, `conflict`
 */
export async function confirmAgain(
  needs: StaffNeeds,
  visitor: Visitor,
  visit: Visit,
  proof: Proof,
): Promise<void> {
  const { member, session } = visit
  await assertStrongEnough(needs, visit, proof)
  const forgive = await beginAttempt(needs, visitor, `factor:${member.id}`)
  const take =
    proof.method === 'password'
      ? await judgePassword(needs, visit, proof.password)
      : await judgeProof(needs, visit, proof)
  const { method } = proof
  const passed = await inTransaction(needs.db, async (trx) => {
    const taken = await takeProof(needs, trx, visitor, visit, { method, take })
    await recordAudit(needs, trx, {
      by: originOf(visitor, member.id),
      action: 'staff.confirmed',
      subject: { kind: 'staff', id: member.id },
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

/** Codes are taken under a ceiling; what cannot be guessed needs none. */
async function takeProof(
  needs: StaffNeeds,
  trx: Trx,
  visitor: Visitor,
  visit: Visit,
  { method, take }: { readonly method: Proof['method']; readonly take: TakeProof },
): Promise<TakenCode> {
  if (method === 'totp' || method === 'recovery_code') {
    return takeCodeUnderCeiling(needs, trx, visitor, visit, { method, take })
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

async function assertStrongEnough(needs: StaffNeeds, visit: Visit, proof: Proof): Promise<void> {
  if (proof.method !== 'password') return
  const factors = await findSecondFactors(needs.db.reader, visit.member)
  if (factors.length === 0) return
  throw new AppError('conflict', 'Confirm with your second factor; the password is not enough.')
}

async function judgePassword(needs: StaffNeeds, visit: Visit, password: string) {
  const hash = await findPasswordHash(needs.db.reader, visit.member.id)
  const isRight = await needs.passwords.matches(password, hash)
  return async () => isRight
}
