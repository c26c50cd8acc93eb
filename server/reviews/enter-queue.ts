// Opens a review if the queue policy requires one, in the transaction that completes the verification or attaches
// its score.

import { fromSystem } from '../audit/audit.ts'
import type { AuditNeeds } from '../audit/record-audit.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Trx } from '../db/transaction.ts'
import { scoreOf } from '../scoring/score.ts'
import type { DuePeriods } from '../settings/setting-review-due.ts'
import { findNumberReuse } from '../verifications/find-number-reuse.ts'
import type { LateFinding } from '../verifications/late/late-results.ts'
import type { Verification } from '../verifications/verification.ts'
import { addCauses, keepReview } from './keep-review.ts'
import { openReview } from './open-review.ts'
import { causesOf } from './queue-policy.ts'
import { reviewLateResult } from './review-late-result.ts'
import { findReviewOf } from './review-store.ts'
import { auditReview } from './review-work.ts'

interface QueueNeeds extends AuditNeeds {
  readonly keyring: Keyring
  readonly config: {
    readonly reviews: {
      readonly samplePercent: number
      readonly seenBefore: boolean
      readonly due: DuePeriods
    }
  }
}

export type EnterReviewQueue = (
  trx: Trx,
  verification: Verification,
  known: KnownOfReview,
) => Promise<void>

interface KnownOfReview {
  /** Whether the verification was inserted in this transaction, so that it cannot have a review yet. */
  readonly isNew: boolean
  /** Set where the provider said something else beside or after its final answer. */
  readonly late?: LateFinding
}

/** May be called again when a score is attached later: new causes are added unless the review is closed. */
export async function enterQueue(
  needs: QueueNeeds,
  trx: Trx,
  verification: Verification,
  { isNew, late }: KnownOfReview,
): Promise<void> {
  if (late !== undefined) return reviewLateResult(needs, trx, verification, late)
  const { samplePercent, seenBefore } = needs.config.reviews
  const isCompared = seenBefore && verification.environment === 'live'
  const reuse = isCompared ? await findNumberReuse(needs, trx, verification.id) : undefined
  const causes = causesOf(verification, { samplePercent, isNumberReused: reuse !== undefined })
  const existing = isNew ? undefined : await findReviewOf(trx, verification.id)
  if (existing === undefined) {
    if (causes.length === 0) return
    const review = openReview(needs, verification, causes)
    await keepReview(trx, review)
    const [reason = ''] = causes
    await auditReview(needs, trx, { by: fromSystem }, review, 'review.opened', { reason })
  } else if (existing.progress.state !== 'closed') {
    const { due } = needs.config.reviews
    const score = scoreOf(verification.scoring)?.score
    await addCauses(trx, existing, { causes, score, due, at: needs.clock.now() })
  }
}
