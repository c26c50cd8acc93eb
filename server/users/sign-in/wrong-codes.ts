// Limits guessing of codes: twenty wrong codes in a row, from any network, lock an account's TOTP codes. A
// recovery code unlocks them, and so does setting up an app again after a reset.

import { recordAudit } from '../../audit/record-audit.ts'
import type { Trx } from '../../db/transaction.ts'
import { AppError } from '../../kernel/app-error.ts'
import { addWrongCode, resetWrongCodes } from '../factors/factor-store.ts'
import type { TakeProof } from '../factors/second-factors.ts'
import { countWrongCodeOf, deleteWrongCodesOf } from '../notices/account-notice-store.ts'
import { addAccountNotice } from '../notices/account-notices.ts'
import { originOf, type RequestOrigin, type UserNeeds } from '../request-origin.ts'
import { type SignedIn, wrongCodesMax } from '../user.ts'

export type TakenCode = 'taken' | 'wrong' | 'locked'

/**
 * Verifies a code unless codes are locked. The attempt is counted before the code is verified, in the same
 * transaction, so that simultaneous guesses all count.
 */
export async function takeCodeUnderCeiling(
  needs: UserNeeds,
  trx: Trx,
  requestOrigin: RequestOrigin,
  signedIn: SignedIn,
  { method, take }: { readonly method: 'totp' | 'recovery_code'; readonly take: TakeProof },
): Promise<TakenCode> {
  const { user, session } = signedIn
  const counted = await addWrongCode(trx, user.id, wrongCodesMax)
  if (counted === undefined && method === 'totp') return 'locked'
  if (await take(trx)) {
    await resetWrongCodes(trx, user.id)
    // Whoever mistyped and then got it right was the owner: no notice is needed.
    await deleteWrongCodesOf(trx, session.id)
    return 'taken'
  }
  await addWrongCodeNotice(needs, trx, requestOrigin, signedIn)
  if (counted === wrongCodesMax) await recordLock(needs, trx, requestOrigin, signedIn)
  return 'wrong'
}

/** Names the ways that still work; only someone who knows the password sees it. */
export function refuseLockedCode(): AppError {
  const message =
    'Too many wrong codes were entered, so codes of your authenticator app no longer work. Use a recovery code or a passkey, or ask an administrator to reset your second factor.'
  const details = [{ param: 'code', code: 'factor_locked', message }]
  return new AppError('unauthenticated', message, { param: 'code', details })
}

async function addWrongCodeNotice(
  needs: UserNeeds,
  trx: Trx,
  requestOrigin: RequestOrigin,
  { user, session }: SignedIn,
): Promise<void> {
  if (await countWrongCodeOf(trx, session.id, needs.clock.now())) return
  const asked = { userId: user.id, kind: 'wrong_codes', sessionId: session.id } as const
  await addAccountNotice(needs, trx, originOf(requestOrigin, undefined), asked)
}

async function recordLock(
  needs: UserNeeds,
  trx: Trx,
  requestOrigin: RequestOrigin,
  { user }: SignedIn,
): Promise<void> {
  const by = originOf(requestOrigin, undefined)
  const subject = { kind: 'user', id: user.id } as const
  const details = { count: wrongCodesMax }
  await recordAudit(needs, trx, { by, action: 'user.second_factor_locked', subject, details })
  await addAccountNotice(needs, trx, by, { userId: user.id, kind: 'second_factor_locked' })
}
