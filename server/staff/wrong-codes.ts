// The ceiling on guessed codes: twenty wrong ones in a row, from wherever they come, lock the app of an
// account. Its owner's recovery code unlocks it, and so does setting up another app after a reset.

import { recordAudit } from '../audit/record-audit.ts'
import type { Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { countWrongCodeOf, deleteWrongCodesOf } from './account-notice-store.ts'
import { noteOnAccount } from './account-notices.ts'
import { addWrongCode, resetWrongCodes } from './factor-store.ts'
import type { TakeProof } from './second-factors.ts'
import { wrongCodesMax } from './staff.ts'
import { originOf, type StaffNeeds, type Visit, type Visitor } from './visitor.ts'

export type TakenCode = 'taken' | 'wrong' | 'locked'

/**
 * Uses a code up under the ceiling. It is counted before it is judged, in one transaction with the
 * judgement, so that guesses made at once are each counted.
 */
export async function takeCodeUnderCeiling(
  needs: StaffNeeds,
  trx: Trx,
  visitor: Visitor,
  visit: Visit,
  { method, take }: { readonly method: 'totp' | 'recovery_code'; readonly take: TakeProof },
): Promise<TakenCode> {
  const { member, session } = visit
  const counted = await addWrongCode(trx, member.id, wrongCodesMax)
  if (counted === undefined && method === 'totp') return 'locked'
  if (await take(trx)) {
    await resetWrongCodes(trx, member.id)
    // Who typed it wrong and then right was the owner.
    await deleteWrongCodesOf(trx, session.id)
    return 'taken'
  }
  await noteWrongCode(needs, trx, visitor, visit)
  if (counted === wrongCodesMax) await noteLock(needs, trx, visitor, visit)
  return 'wrong'
}

/** Says what still lets in. Who reads it has shown the password already. */
export function refuseLockedCode(): AppError {
  const message =
    'Too many wrong codes were tried, so codes of the app no longer work. Use a recovery code or a passkey, or ask an administrator to reset the second factor.'
  const details = [{ param: 'code', code: 'factor_locked', message }]
  return new AppError('unauthenticated', message, { param: 'code', details })
}

async function noteWrongCode(
  needs: StaffNeeds,
  trx: Trx,
  visitor: Visitor,
  { member, session }: Visit,
): Promise<void> {
  if (await countWrongCodeOf(trx, session.id, needs.clock.now())) return
  const asked = { userId: member.id, kind: 'wrong_codes', sessionId: session.id } as const
  await noteOnAccount(needs, trx, originOf(visitor, undefined), asked)
}

async function noteLock(
  needs: StaffNeeds,
  trx: Trx,
  visitor: Visitor,
  { member }: Visit,
): Promise<void> {
  const by = originOf(visitor, undefined)
  const subject = { kind: 'staff', id: member.id } as const
  const details = { count: wrongCodesMax }
  await recordAudit(needs, trx, { by, action: 'staff.second_factor_locked', subject, details })
  await noteOnAccount(needs, trx, by, { userId: member.id, kind: 'second_factor_locked' })
}
