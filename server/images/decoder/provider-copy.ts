// Makes the image for the provider: an upright JPEG without the camera's metadata. An image that is
// an upright JPEG already is not encoded again, because that would cost detail that the provider
// checks.

import type { Sharp as SharpImage } from 'sharp'
import { readHeader } from '../header/read-header.ts'
import { type ImageFacts, imageBytesMax } from '../image.ts'
import { decodeOptions } from './decode-limits.ts'
import type { Sharp } from './load-sharp.ts'
import { plainImage } from './plain-image.ts'
import { stripMetadata } from './plain-jpeg.ts'

interface Encoding {
  /** JPEG quality, 1 to 100. */
  readonly quality: number
  /** Colour at the full resolution of brightness, or at half of it as in phones. */
  readonly colour: '4:4:4' | '4:2:0'
}

const fromPhoto: Encoding = { quality: 95, colour: '4:4:4' }
const fromPng: Encoding = { quality: 92, colour: '4:4:4' }

/**
 * Tried in order while the copy is larger than `imageBytesMax`. With the last one even 40
 * megapixels of pure noise fit.
 */
const smaller: readonly Encoding[] = [85, 70, 50, 30, 15, 5].map((quality) => ({
  quality,
  colour: '4:2:0',
}))

/**
 * Returns the image in the same dimensions and at most `imageBytesMax` bytes. `facts` are those of
 * the inspection; `bytes` must be the inspected ones.
 * @throws Error when they are not
 */
export async function toProviderJpeg(
  sharp: Sharp,
  bytes: Buffer,
  facts: ImageFacts,
  { secondsMax }: { readonly secondsMax: number },
): Promise<Buffer> {
  const header = readHeader(bytes, facts.format)
  if (header === undefined) throw new Error('an image that was readable is not any more')
  const isCmyk = facts.format === 'jpeg' && header.channels === 4
  const isUpright = facts.format === 'jpeg' && facts.orientation === 1 && !isCmyk
  const sameScan = isUpright ? stripMetadata(bytes) : undefined
  if (sameScan !== undefined) return sameScan

  const first = facts.format === 'jpeg' ? fromPhoto : fromPng
  const image = sharp(plainImage(bytes), { ...decodeOptions, autoOrient: true }).timeout({
    seconds: secondsMax,
  })
  for (const encoding of [first, ...smaller]) {
    const copy = await encode(image.clone(), encoding)
    if (copy.length <= imageBytesMax) return copy
  }
  throw new Error('no JPEG quality makes the image small enough')
}

/** Writes no EXIF, so the location of the photo is removed. */
function encode(image: SharpImage, { quality, colour }: Encoding): Promise<Buffer> {
  return image
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .jpeg({
      quality,
      chromaSubsampling: colour,
      // Optimal tables would need the whole image in memory a second time: 500 MB for 40
      // megapixels.
      optimiseCoding: false,
    })
    .toBuffer()
}
