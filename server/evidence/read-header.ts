// Chooses the reader of a picture's header by its format. A file of 48 KB may claim 400 megapixels, so
// this stands before every decode.

import type { ImageFormat } from './evidence.ts'
import { readJpegHeader } from './jpeg-header.ts'
import type { PictureHeader } from './picture-header.ts'
import { readPngHeader } from './png-header.ts'

/** The header, or undefined where the markers are broken, missing or cut off. */
export function readHeader(bytes: Buffer, format: ImageFormat): PictureHeader | undefined {
  return format === 'jpeg' ? readJpegHeader(bytes) : readPngHeader(bytes)
}
