// Publishes the event of a completed verification, in the transaction that completes it.

import type { EncryptionKey } from '../crypto/encrypt.ts'
import type { Trx } from '../db/transaction.ts'
import { type PublishNeeds, publishEvent } from '../deliveries/publish-event.ts'
import type { Verification } from './verification.ts'
import { verificationEvent } from './verification-event-json.ts'

/** The payload is encrypted under the verification's `dataKey`. */
export function publishVerificationEvent(
  needs: PublishNeeds,
  trx: Trx,
  verification: Verification,
  dataKey: EncryptionKey | undefined,
): Promise<void> {
  const { environment, id: subjectId } = verification
  const { type, payload } = verificationEvent(verification)
  return publishEvent(needs, trx, { environment, type, subjectId, payload, dataKey })
}
