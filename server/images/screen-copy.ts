// Makes the image shown in the console: an upright JPEG, encoded anew, so that no byte of the
// uploaded file reaches a browser, neither the camera's metadata nor anything hidden behind the
// image.

import type { PixelBox } from '../markets/document-layouts.ts'
import { decodeOptions, decodeSecondsMax } from './decode-limits.ts'
import type { ImageFacts } from './image.ts'
import type { Sharp } from './load-sharp.ts'
import { stripText } from './plain-png.ts'

/** JPEG quality, 1 to 100. */
const qualityOfPreview = 80
const qualityOfFull = 90

export interface ScreenCopy {
  /** Longest side; null to keep the size. */
  readonly sidePixelsMax: number | null
  /** The part of the upright image that is shown; null for all of it. */
  readonly crop: PixelBox | null
}

/**
 * `facts` are those of the inspection; `bytes` must be the inspected ones.
 * @throws Error when `bytes` are not the inspected ones
 */
export async function toScreenJpeg(
  sharp: Sharp,
  bytes: Buffer,
  facts: ImageFacts,
  { sidePixelsMax, crop }: ScreenCopy,
): Promise<Buffer> {
  const plain = facts.format === 'png' ? stripText(bytes) : bytes
  const whole = sharp(plain, { ...decodeOptions, autoOrient: true })
    .timeout({ seconds: decodeSecondsMax })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
  const upright = crop === null ? whole : whole.extract(crop)
  if (sidePixelsMax === null) {
    return upright.jpeg({ quality: qualityOfFull, optimiseCoding: false }).toBuffer()
  }
  const box = { width: sidePixelsMax, height: sidePixelsMax }
  return upright
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: qualityOfPreview })
    .toBuffer()
}
