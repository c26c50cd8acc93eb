// Publishes an event about a review, in the transaction of the change that caused it.

import { tryOpenDataKey } from '../data-keys/open-data-key.ts'
import type { Trx } from '../db/transaction.ts'
import { publishEvent } from '../deliveries/publish-event.ts'
import type { EventType } from '../events/event.ts'
import { findErasedAt } from '../verifications/erasure/erased-view.ts'
import type { Verification } from '../verifications/verification.ts'
import { findVerification } from '../verifications/verification-view.ts'
import type { Review } from './review.ts'
import type { ReviewNeeds } from './review-work.ts'

/**
 * Nothing is sent once the person's data was erased: the customer is gone at the client, too. Where the data key does
 * not open for another reason, the payload, which must hold no personal data, is encrypted under the appliance's key.
 * @param event.payloadOf Builds the payload; not called when nothing is sent.
 */
export async function publishReviewEvent(
  needs: ReviewNeeds,
  trx: Trx,
  { verificationId, environment }: Pick<Review, 'verificationId' | 'environment'>,
  {
    type,
    payloadOf,
  }: { readonly type: EventType; readonly payloadOf: (verification: Verification) => unknown },
): Promise<void> {
  const verification = await findVerification(trx, verificationId)
  if (verification === undefined) throw new Error('the verification of a review does not exist')
  const dataKey = await tryOpenDataKey(needs, trx, verificationId)
  if (dataKey === undefined && (await findErasedAt(trx, verificationId)) !== undefined) return
  const payload = payloadOf(verification)
  await publishEvent(needs, trx, { environment, type, subjectId: verificationId, payload, dataKey })
}
