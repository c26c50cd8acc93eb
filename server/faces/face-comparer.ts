// The interface of the bank's own face model: it compares a portrait with a selfie.

import type { UsableMeasurement } from './measured-model.ts'

/** Upright JPEGs, as `face-pictures.ts` makes them. */
export interface FacePictures {
  readonly portrait: Buffer
  readonly selfie: Buffer
}

/**
 * Why two pictures were not compared. The verification goes on without advice.
 * - `unavailable`: the model's process or the image decoder does not run, or the model changed since it was measured.
 * - `over_time`: there was no answer in time.
 * - `no_embedding`: one of the pictures cannot be decoded, gives no embedding, or crashes the model's process.
 */
export type FaceFailure = 'unavailable' | 'over_time' | 'no_embedding'

export type FaceAnswer =
  /** The cosine of the two embeddings: -1 to 1. */
  | { readonly similarity: number; readonly model: UsableMeasurement }
  | { readonly failure: FaceFailure }

export interface FaceComparer {
  /**
   * Takes at most 45 s with the wait for other pairs. Throws for no picture and no model.
   * @throws the reason of `signal`
   */
  compare(pictures: FacePictures, signal: AbortSignal): Promise<FaceAnswer>
  close(): void
}
