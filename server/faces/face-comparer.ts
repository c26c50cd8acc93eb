// What compares two faces by the bank's own model, and what it answers.

import type { UsableMeasurement } from './measured-model.ts'

/** Upright JPEGs, as `face-pictures.ts` makes them. */
export interface FacePictures {
  readonly portrait: Buffer
  readonly selfie: Buffer
}

/**
 * Why two pictures were not compared. The verification goes on without advice.
 * - `unavailable`: the process that runs the model does not start, or the model changed since it was measured.
 * - `over_time`: there was no answer in time.
 * - `no_embedding`: the model finds nothing in one of the pictures, or dies of it.
 */
export type FaceFailure = 'unavailable' | 'over_time' | 'no_embedding'

export type FaceAnswer =
  /** The cosine of the two embeddings: -1 to 1. */
  | { readonly similarity: number; readonly model: UsableMeasurement }
  | { readonly failure: FaceFailure }

export interface FaceComparer {
  /** Takes at most 45 s with the wait for other pairs. @throws only the reason of `signal` */
  compare(pictures: FacePictures, signal: AbortSignal): Promise<FaceAnswer>
  close(): void
}
