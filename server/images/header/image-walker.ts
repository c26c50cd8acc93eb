// The interface of a walk over an image's markers, chunk by chunk, without decoding anything.

import type { ImageHeader } from './image-header.ts'

/** Takes the bytes of one image in order and keeps copies of the few that it needs. */
export interface ImageWalker {
  take(chunk: Buffer): void
  /** undefined where the markers before the image's data are broken, missing or cut off. */
  readonly header: ImageHeader | undefined
  /** Whether every marker fits and the image comes to its end; its data may be damaged all the same. */
  readonly isWhole: boolean
  /** The TIFF structure of the first EXIF block. */
  readonly exif: Buffer | undefined
}
