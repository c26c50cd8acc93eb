// Has people review a verification of which its provider said something else beside or after its final answer: opens a
// review, adds to the one that waits, or opens a closed one again.

import { fromSystem } from '../audit/audit.ts'
import type { Trx } from '../db/transaction.ts'
import { scoreOf } from '../scoring/score.ts'
import type { DuePeriods } from '../settings/setting-review-due.ts'
import type { LateFinding } from '../verifications/late/late-results.ts'
import type { Verification } from '../verifications/verification.ts'
import { setAssignee } from './assignment-store.ts'
import { dueAtOf } from './due-policy.ts'
import { addCauses, advanceReview, keepReview } from './keep-review.ts'
import { openReview } from './open-review.ts'
import { endQualityCheckOf } from './quality/open-quality-check.ts'
import type { Review, ReviewCause } from './review.ts'
import { findReviewOf, releaseClaims } from './review-store.ts'
import { addEntry, auditReview, type EntryNeeds } from './review-work.ts'
import { voidProposal } from './write-entry.ts'

type LateNeeds = EntryNeeds & {
  readonly config: { readonly reviews: { readonly due: DuePeriods } }
}

const bySystem = { by: fromSystem }

const causesOfFinding: Readonly<Record<LateFinding, readonly ReviewCause[]>> = {
  fraud_suspected: ['late_result', 'fraud'],
  other_outcome: ['late_result'],
}

/** Call it again for each further result. */
export async function reviewLateResult(
  needs: LateNeeds,
  trx: Trx,
  verification: Verification,
  finding: LateFinding,
): Promise<void> {
  const causes = causesOfFinding[finding]
  const existing = await findReviewOf(trx, verification.id)
  if (existing === undefined) {
    const review = openReview(needs, verification, causes)
    await keepReview(trx, review)
    await auditReview(needs, trx, bySystem, review, 'review.opened', { reason: 'late_result' })
    return
  }
  const at = needs.clock.now()
  const { due } = needs.config.reviews
  const score = scoreOf(verification.scoring)?.score
  if (existing.progress.state === 'closed') {
    const dueAt = dueAtOf(causes, due, at)
    await addCauses(trx, { ...existing, dueAt }, { causes, score, due, at })
    await reopen(needs, trx, existing, at)
    return
  }
  await addCauses(trx, existing, { causes, score, due, at })
  await voidProposal(needs, trx, bySystem, existing)
  await endClaim(needs, trx, existing)
}

/** Whoever works on an open review has not seen what came now, and must claim it again before they decide. */
async function endClaim(needs: LateNeeds, trx: Trx, review: Review): Promise<void> {
  const { claim } = review
  if (review.progress.state !== 'open' || claim === undefined) return
  await releaseClaims(trx, claim.by, undefined)
  if (claim.until <= needs.clock.now()) return
  await auditReview(needs, trx, bySystem, review, 'review.released', { reason: 'late_result' })
}

/** The earlier decision stays in its history, and whoever decides now closes it anew. */
async function reopen(needs: LateNeeds, trx: Trx, review: Review, at: number): Promise<void> {
  await advanceReview(trx, review, { state: 'open' })
  await setAssignee(trx, [review.id], undefined)
  await endQualityCheckOf(trx, review.verificationId, { result: 'cancelled', at })
  await addEntry(needs, trx, review, { kind: 'reopened', details: {}, authorId: undefined })
  await auditReview(needs, trx, bySystem, review, 'review.reopened', { reason: 'late_result' })
}
