// Computes the features that the scoring engine got, to show them beside the score in the console. They are not stored
// but derived again, so they are shown only while the same reference values are in use. Pure.

import { deriveFeatures, type Features } from '../../scoring/features.ts'
import { scoreOf } from '../../scoring/score.ts'
import type { ScoringReference } from '../../scoring/scoring-reference.ts'
import { featureInputOf } from '../../verifications/feature-input.ts'
import type { Verification } from '../../verifications/verification.ts'

/** Returns undefined without a score, for a synthetic score, and for a score with other reference values. */
export function featuresShown(
  verification: Verification,
  reference: ScoringReference,
): Features | undefined {
  const score = scoreOf(verification.scoring)
  if (score?.referenceVersion !== reference.version) return undefined
  return deriveFeatures(featureInputOf(verification), reference)
}
