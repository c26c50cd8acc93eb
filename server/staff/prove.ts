// Second step of signing in, and proving oneself again before something of weight.

import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { beginAttempt } from './attempts.ts'
import { findPasswordHash } from './member-store.ts'
import { type FactorProof, findSecondFactors, judgeProof, refuseProof } from './second-factors.ts'
import { setConfirmed } from './session-store.ts'
import { type OpenedSession, renewSession } from './sessions.ts'
import { originOf, type StaffNeeds, type Visit, type Visitor } from './visitor.ts'

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
  const opened = await inTransaction(needs.db, async (trx) => {
    const isRight = await take(trx)
    await recordAudit(needs, trx, {
      by: originOf(visitor, member.id),
      action: 'staff.signed_in',
      subject: { kind: 'staff', id: member.id },
      outcome: isRight ? 'done' : 'failed',
      details: { factor: proof.method },
    })
    if (!isRight) return undefined
    await forgive(trx)
    return renewSession(needs, trx, visitor, visit)
  })
  if (opened === undefined) throw refuseProof()
  return opened
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
  const isRight = await inTransaction(needs.db, async (trx) => {
    const taken = await take(trx)
    await recordAudit(needs, trx, {
      by: originOf(visitor, member.id),
      action: 'staff.confirmed',
      subject: { kind: 'staff', id: member.id },
      outcome: taken ? 'done' : 'failed',
      details: { factor: proof.method },
    })
    if (!taken) return false
    await forgive(trx)
    await setConfirmed(trx, session.id, needs.clock.now())
    return true
  })
  if (!isRight) throw refuseProof()
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
