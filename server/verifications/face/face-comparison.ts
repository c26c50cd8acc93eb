// What the bank's own face model says of a document's portrait and the selfie: advice to reviewers, which decides
// nothing. Pure.

import type { FaceFailure } from '../../faces/face-comparer.ts'

/** As it was when the model compared: a later model or threshold does not change it. */
export interface FaceAdvice {
  /** The cosine of the two embeddings: -1 to 1. */
  readonly similarity: number
  /** Two faces whose similarity is greater count as more alike. */
  readonly threshold: number
  /** The first characters of the model's SHA-256. */
  readonly model: string
  /** What was measured at that threshold, as shares with the exact interval at 95 %. */
  readonly falseMatch: { readonly share: number; readonly low: number; readonly high: number }
}

export type FaceComparison = { readonly comparedAt: number } & (
  | { readonly outcome: 'compared'; readonly advice: FaceAdvice }
  /** Why the faces were not compared. */
  | { readonly outcome: FaceFailure }
)

export function isMoreAlike({ similarity, threshold }: FaceAdvice): boolean {
  return similarity > threshold
}
