// Publishes `review.closed` in the transaction that closes a review.

import { tryOpenDataKey } from '../data-keys/open-data-key.ts'
import type { Trx } from '../db/transaction.ts'
import { publishEvent } from '../deliveries/publish-event.ts'
import { findErasedAt } from '../verifications/erased-view.ts'
import { findVerification } from '../verifications/verification-view.ts'
import type { Review } from './review.ts'
import { type ClosedReview, reviewEventJson } from './review-event-json.ts'
import type { ReviewNeeds } from './review-work.ts'

/**
 * Nothing is sent once the person's data was erased: the customer is gone at the client, too. Where the data key does
 * not open for another reason, the payload, which holds no personal data, is encrypted under the appliance's key.
 */
export async function publishClosedReview(
  needs: ReviewNeeds,
  trx: Trx,
  { verificationId, environment }: Review,
  closed: ClosedReview,
): Promise<void> {
  const verification = await findVerification(trx, verificationId)
  if (verification === undefined) throw new Error('the verification of a review does not exist')
  const dataKey = await tryOpenDataKey(needs, trx, verificationId)
  if (dataKey === undefined && (await findErasedAt(trx, verificationId)) !== undefined) return
  const payload = reviewEventJson(verification, closed)
  await publishEvent(needs, trx, {
    environment,
    type: 'review.closed',
    subjectId: verificationId,
    payload,
    dataKey,
  })
}
