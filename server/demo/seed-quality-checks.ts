// Seeds the quality checks of the demo's invented fortnight: the lead makes them an hour after the reviewers' work and
// mostly agrees, so that the Quality page has an agreement to show and decisions to talk about.

import { minuteMs } from '../kernel/durations.ts'
import { claimNextQualityCheck, decideQuality } from '../reviews/quality/make-quality-check.ts'
import { isJudging, type JudgedDecision } from '../reviews/quality/quality-check.ts'
import type { Review } from '../reviews/review.ts'
import { findReview } from '../reviews/review-store.ts'
import type { ReviewActor } from '../reviews/review-work.ts'
import type { PastAppliance } from './past-appliance.ts'

/** Minutes from the claim to the decision: shorter than a claim lasts. */
const minutesOfChecks = [2, 4, 3]

/** Makes all checks that wait; `nextNumber` numbers them from 0 on, over all calls. */
export async function makeQualityChecks(
  { appliance, clock, reach }: PastAppliance,
  lead: ReviewActor,
  nextNumber: () => number,
): Promise<void> {
  for (;;) {
    const check = await claimNextQualityCheck(appliance, lead, 'live')
    const review = check && (await findReview(appliance.db.reader, check.reviewId))
    if (check === undefined || review === undefined) return
    const index = nextNumber()
    const minutes = minutesOfChecks[index % minutesOfChecks.length] ?? 0
    await reach(clock.now() + minutes * minuteMs)
    await decideQuality(appliance, lead, check.id, judgedAgain(review, index))
  }
}

/** Of seven checks, one ends with other reasons and one with the other outcome. */
function judgedAgain({ progress }: Review, index: number): JudgedDecision {
  if (progress.state !== 'closed' || !isJudging(progress.outcome)) {
    throw new Error('a review with a quality check was judged')
  }
  const { outcome, reasons } = progress
  if (index % 7 === 5) {
    return outcome === 'confirm'
      ? { outcome: 'dispute', reasons: ['document_misread'] }
      : { outcome: 'confirm', reasons: ['claims_wrong'] }
  }
  if (index % 7 !== 2) return { outcome, reasons }
  return { outcome, reasons: [outcome === 'confirm' ? 'document_genuine' : 'provider_mistaken'] }
}
