// Reads an image's header with the reader of its format. Called before every decoding, because a
// file of 48 KB may claim 400 megapixels.

import type { ImageFormat } from './image.ts'
import type { ImageHeader } from './image-header.ts'
import { readJpegHeader } from './jpeg-header.ts'
import { readPngHeader } from './png-header.ts'

/** Returns the header, or undefined where the markers are broken, missing or truncated. */
export function readHeader(bytes: Buffer, format: ImageFormat): ImageHeader | undefined {
  return format === 'jpeg' ? readJpegHeader(bytes) : readPngHeader(bytes)
}
