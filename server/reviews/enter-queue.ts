// Opens a review if the queue policy requires one, in the transaction that completes the verification or attaches
// its score.

import { fromSystem } from '../audit/audit.ts'
import type { AuditNeeds } from '../audit/record-audit.ts'
import type { Trx } from '../db/transaction.ts'
import { newId } from '../kernel/ids.ts'
import type { Verification } from '../verifications/verification.ts'
import { keepReview } from './keep-review.ts'
import { causesOf } from './queue-policy.ts'
import type { Review, ReviewCause } from './review.ts'
import { findReviewOf, setCauses } from './review-store.ts'
import { auditReview } from './review-work.ts'

interface QueueNeeds extends AuditNeeds {
  readonly config: { readonly reviews: { readonly samplePercent: number } }
}

/** May be called again when a score is attached later: new causes are added unless the review is closed. */
export async function enterQueue(
  needs: QueueNeeds,
  trx: Trx,
  verification: Verification,
): Promise<void> {
  const causes = causesOf(verification, needs.config.reviews.samplePercent)
  if (causes.length === 0) return
  const existing = await findReviewOf(trx, verification.id)
  if (existing === undefined) {
    const review = openReview(needs, verification, causes)
    await keepReview(trx, review)
    const [reason = ''] = causes
    await auditReview(needs, trx, { by: fromSystem }, review, 'review.opened', { reason })
  } else if (existing.progress.state !== 'closed') {
    await setCauses(trx, existing, [...new Set([...existing.causes, ...causes])])
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
