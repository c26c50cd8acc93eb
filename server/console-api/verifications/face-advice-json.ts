// What the bank's own face model says of portrait and selfie, for the console. Personal data.

import {
  type FaceAdvice,
  type FaceComparison,
  isMoreAlike,
} from '../../verifications/face/face-comparison.ts'

/** Returns null where no model was asked. */
export function faceAdviceJson(faces: FaceComparison | undefined) {
  if (faces === undefined) return null
  if (faces.outcome === 'compared') {
    return { outcome: faces.outcome, figures: figuresOf(faces.advice) }
  }
  return { outcome: faces.outcome, figures: null }
}

export type FaceAdviceJson = NonNullable<ReturnType<typeof faceAdviceJson>>

function figuresOf(advice: FaceAdvice) {
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
