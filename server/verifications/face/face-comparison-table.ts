// Row of `face_comparisons`: what the bank's own face model says of the document's portrait and the selfie, or why it
// says nothing. Written once, before the provider's first call; that the row exists says that the model was asked.

import type { FaceComparison } from './face-comparison.ts'

export interface FaceComparisonTable {
  verification_id: string
  outcome: FaceComparison['outcome']
  /** Encrypted JSON: similarity, threshold, model and measured false match rate; null where nothing was compared. */
  advice: Buffer | null
  compared_at: number
}
