// What the bank's own face model says of portrait and selfie, for the console. Personal data.

import { type FaceComparison, isMoreAlike } from '../../verifications/face-comparison.ts'

/** Returns null where no model was asked. */
export function faceAdviceJson(faces: FaceComparison | undefined) {
  if (faces === undefined) return null
  const { outcome, advice } = faces
  return { outcome, figures: advice === undefined ? null : figuresOf(advice) }
}

export type FaceAdviceJson = NonNullable<ReturnType<typeof faceAdviceJson>>

function figuresOf(advice: NonNullable<FaceComparison['advice']>) {
  const { similarity, threshold, model, falseMatch } = advice
  return {
    is_more_alike: isMoreAlike(advice),
    similarity,
    threshold,
    /** The first characters of its SHA-256. */
    model,
    /** Shares, measured at the threshold on the bank's own pairs; the interval is at 95 %. */
    false_match: falseMatch,
  }
}
