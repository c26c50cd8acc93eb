// The tags by which verifications are searched besides their own columns: reasons, the score's band, the review's
// state.

import { type Band, bandOf, bands } from '../scoring/bands.ts'
import { scoreOf } from '../scoring/score.ts'
import type { ReasonCode } from './reasons.ts'
import { type ReviewState, reviewStates } from './review-summary.ts'
import type { Verification } from './verification.ts'

type VerificationTag = `reason:${ReasonCode}` | `band:${Band}` | ReviewTag
type ReviewTag = `review:${ReviewState}`

export function tagsOf({
  reasons,
  scoring,
}: Pick<Verification, 'reasons' | 'scoring'>): readonly VerificationTag[] {
  const score = scoreOf(scoring)
  const ofReasons = [...new Set(reasons)].map((code) => `reason:${code}` as const)
  return score ? [...ofReasons, `band:${bandOf(score.score).band}`] : ofReasons
}

export const bandTags: readonly VerificationTag[] = bands.map((band) => `band:${band}` as const)

export const reviewTags: readonly ReviewTag[] = reviewStates.map(reviewTagOf)

export function reviewTagOf(state: ReviewState): ReviewTag {
  return `review:${state}`
}
