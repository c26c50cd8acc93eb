// Makes the picture that goes to the provider: an upright JPEG without the notes of the camera. What is an
// upright JPEG already is not encoded again, since that would cost detail that the provider judges.

import { decodeOptions, decodeSecondsMax } from './decode-limits.ts'
import { type ImageFacts, imageBytesMax } from './evidence.ts'
import type { Sharp } from './load-sharp.ts'
import { withoutCameraNotes } from './plain-jpeg.ts'
import { withoutNotes } from './plain-png.ts'
import { readHeader } from './read-header.ts'

interface Encoding {
  /** 1 to 100. */
  readonly quality: number
  /** Colour at the full resolution of brightness, or at half of it as phones store it. */
  readonly colour: '4:4:4' | '4:2:0'
}

const fromPhoto: Encoding = { quality: 95, colour: '4:4:4' }
const fromPng: Encoding = { quality: 92, colour: '4:4:4' }

/**
 * Tried one after the other while the copy is beyond `imageBytesMax`. At the last, 40 megapixels of pure
 * noise, the worst there is, still fit.
 */
const smaller: readonly Encoding[] = [85, 70, 50, 30, 15, 5].map((quality) => ({
  quality,
  colour: '4:2:0',
}))

/**
 * The picture as the provider takes it, in the same dimensions and at most `imageBytesMax` bytes.
 * `facts` are those of the inspection; `bytes` must be the ones that it found readable.
 * @throws Error when they are not.
 */
export async function toProviderJpeg(
  sharp: Sharp,
  bytes: Buffer,
  facts: ImageFacts,
): Promise<Buffer> {
  const header = readHeader(bytes, facts.format)
  if (header === undefined) throw new Error('a picture that was readable is not any more')
  const isCmyk = facts.format === 'jpeg' && header.channels === 4
  const isUpright = facts.format === 'jpeg' && facts.orientation === 1 && !isCmyk
  const sameScan = isUpright ? withoutCameraNotes(bytes) : undefined
  if (sameScan !== undefined) return sameScan

  const first = facts.format === 'jpeg' ? fromPhoto : fromPng
  const plain = facts.format === 'png' ? withoutNotes(bytes) : bytes
  for (const encoding of [first, ...smaller]) {
    const copy = await encode(sharp, plain, encoding)
    if (copy.length <= imageBytesMax) return copy
  }
  throw new Error('no JPEG quality brings the picture in bounds')
}

/** EXIF, and with it the place the photo was taken at, is left behind. */
function encode(sharp: Sharp, bytes: Buffer, { quality, colour }: Encoding): Promise<Buffer> {
  return sharp(bytes, { ...decodeOptions, autoOrient: true })
    .timeout({ seconds: decodeSecondsMax })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .jpeg({
      quality,
      chromaSubsampling: colour,
      // Optimal tables need the whole picture in memory a second time: 500 MB for 40 megapixels.
      optimiseCoding: false,
    })
    .toBuffer()
}
