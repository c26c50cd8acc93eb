// What the scoring engine was told of a verification, for whoever reads its score in the console. The values
// are derived anew, never kept: only while the reference values behind them are those of that time. Pure.

import { deriveFeatures, type Features } from '../scoring/features.ts'
import { scoreOf } from '../scoring/score.ts'
import type { ScoringReference } from '../scoring/scoring-reference.ts'
import { featureInputOf } from '../verifications/feature-input.ts'
import type { Verification } from '../verifications/verification.ts'

/** undefined without a score, for a synthetic one, and for one of other reference values. */
export function featuresOfCase(
  verification: Verification,
  reference: ScoringReference,
): Features | undefined {
  const score = scoreOf(verification.scoring)
  if (score?.referenceVersion !== reference.version) return undefined
  return deriveFeatures(featureInputOf(verification), reference)
}
