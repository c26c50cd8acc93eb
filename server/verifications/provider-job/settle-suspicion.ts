// Settles a suspicion of the provider that rests on faces alone. Each verification is a new user there, so it suspects
// every customer who is verified again.

import type { Keyring } from '../../crypto/keyring.ts'
import type { Reader } from '../../db/transaction.ts'
import type { ProviderVerdict } from '../../providers/provider.ts'
import { findSameNumber } from '../find-number-reuse.ts'
import { listUsersOfNumber } from './provider-job-view.ts'

/**
 * Returns the verdict without the suspicion if all users with this face come from verifications with the same document
 * number, and as it is otherwise: also after the erasure of one of them.
 */
export async function settleSuspicion(
  needs: { readonly keyring: Keyring },
  db: Reader,
  verificationId: string,
  verdict: ProviderVerdict,
): Promise<ProviderVerdict> {
  const { unlessKnown } = verdict
  if (unlessKnown === undefined) return verdict
  const number = await findSameNumber(needs, db, verificationId)
  if (number === undefined) return verdict
  const known = new Set(await listUsersOfNumber(db, number, unlessKnown.users))
  if (!unlessKnown.users.every((user) => known.has(user))) return verdict
  return { ...verdict, outcome: unlessKnown.outcome, reasons: unlessKnown.reasons }
}
