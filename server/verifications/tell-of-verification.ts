// Tells the webhooks of a verification that ended, in the transaction that ends it: neither can be seen
// without the other.

import type { SealingKey } from '../crypto/seal.ts'
import type { Trx } from '../db/transaction.ts'
import { type AnnounceNeeds, announce } from '../webhooks/fan-out.ts'
import type { Verification } from './verification.ts'
import { verificationEvent } from './verification-event-json.ts'

/** What is told is kept under the verification's `dataKey`, where it has one that opens. */
export function tellOfVerification(
  needs: AnnounceNeeds,
  trx: Trx,
  verification: Verification,
  dataKey: SealingKey | undefined,
): Promise<void> {
  const { environment, id: subjectId } = verification
  const { type, payload } = verificationEvent(verification)
  return announce(needs, trx, { environment, type, subjectId, payload, dataKey })
}
