// Puts a verification in the queue where the policy wants people to look at it, in the transaction that
// ends it or gives it a score.

import { fromSystem } from '../audit/audit.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Trx } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { Verification } from '../verifications/verification.ts'
import { causesOf } from './queue-policy.ts'
import type { Review, ReviewCause } from './review.ts'
import { findReviewOf, insertReview, setCauses } from './review-store.ts'
import { trace } from './review-work.ts'

export interface QueueNeeds {
  readonly clock: Clock
  readonly keyring: Keyring
  readonly config: { readonly reviews: { readonly samplePercent: number } }
}

/** May come again, when a score comes later: causes are added to a case that is not closed. */
export async function enterQueue(
  needs: QueueNeeds,
  trx: Trx,
  verification: Verification,
): Promise<void> {
  const causes = causesOf(verification, needs.config.reviews.samplePercent)
  if (causes.length === 0) return
  const known = await findReviewOf(trx, verification.id)
  if (known === undefined) {
    const review = openReview(needs, verification, causes)
    await insertReview(trx, review)
    const [reason = ''] = causes
    await trace(needs, trx, { by: fromSystem }, review, 'review.opened', { reason })
  } else if (known.progress.state !== 'closed') {
    await setCauses(trx, known, [...new Set([...known.causes, ...causes])])
  }
}

export function openReview(
  { clock }: Pick<QueueNeeds, 'clock'>,
  { id: verificationId, environment }: Pick<Verification, 'id' | 'environment'>,
  causes: readonly ReviewCause[],
): Review {
  const createdAt = clock.now()
  return {
    id: newId('rev', createdAt),
    verificationId,
    environment,
    causes,
    progress: { state: 'open' },
    claim: undefined,
    keptFor: undefined,
    createdAt,
  }
}
