// Makes the two pictures that a face model compares: the portrait cut from the photo of a document, as the console
// shows it, and the selfie. Verifications and `svc faces measure` both make them here, so that a threshold holds for
// both.

import type { ImageReader } from '../images/admission/inspect-image.ts'
import type { ImageFacts } from '../images/image.ts'
import { previewPixelsMax } from '../images/show-image.ts'
import type { ImagePart } from '../markets/document-layouts.ts'

export interface SubmittedImage {
  readonly bytes: Buffer
  readonly facts: ImageFacts
}

/** @throws as `toScreenJpeg` of the reader of images */
export async function cutPortrait(
  images: ImageReader,
  { bytes, facts }: SubmittedImage,
  part: ImagePart,
  signal: AbortSignal,
): Promise<Buffer> {
  return images.toScreenJpeg(bytes, facts, {
    sidePixelsMax: previewPixelsMax,
    crop: part,
    signal,
  })
}

/** @throws as `toScreenJpeg` of the reader of images */
export async function copySelfie(
  images: ImageReader,
  { bytes, facts }: SubmittedImage,
  signal: AbortSignal,
): Promise<Buffer> {
  return images.toScreenJpeg(bytes, facts, { sidePixelsMax: previewPixelsMax, signal })
}
