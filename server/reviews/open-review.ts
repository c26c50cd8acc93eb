// Makes the review of a verification, which `keep-review` writes. Pure, but for the clock and the id.

import type { Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { scoreOf } from '../scoring/score.ts'
import type { DuePeriods } from '../settings/setting-review-due.ts'
import type { Verification } from '../verifications/verification.ts'
import { dueAtOf } from './due-policy.ts'
import type { Review, ReviewCause } from './review.ts'

export function openReview(
  {
    clock,
    config,
  }: {
    readonly clock: Clock
    readonly config: { readonly reviews: { readonly due: DuePeriods } }
  },
  {
    id: verificationId,
    environment,
    scoring,
  }: Pick<Verification, 'id' | 'environment' | 'scoring'>,
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
    claimedAt: undefined,
    assignedTo: undefined,
    dueAt: dueAtOf(causes, config.reviews.due, createdAt),
    score: scoreOf(scoring)?.score,
    createdAt,
  }
}
