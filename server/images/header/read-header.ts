// Reads the header of an image with the walker of its format. Done before every decoding, because a file of 48 KB may
// claim 400 megapixels. Pure.

import type { ImageFormat } from '../image.ts'
import type { ImageHeader } from './image-header.ts'
import type { ImageWalker } from './image-walker.ts'
import { JpegWalker } from './jpeg-walker.ts'
import { PngWalker } from './png-walker.ts'

/** Returns a walker at the first byte of an image. */
export function walkerOf(format: ImageFormat): ImageWalker {
  return format === 'jpeg' ? new JpegWalker() : new PngWalker()
}

/** Returns the header, or undefined where the markers are broken, missing or truncated. */
export function readHeader(bytes: Buffer, format: ImageFormat): ImageHeader | undefined {
  const walker = walkerOf(format)
  walker.take(bytes)
  return walker.header
}
