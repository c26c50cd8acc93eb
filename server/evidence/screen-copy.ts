// Makes the picture that a person looks at: an upright JPEG, encoded anew, so that nothing of the file as
// it was sent reaches a browser: no notes of the camera, nothing hidden behind the picture.

import { decodeOptions, decodeSecondsMax } from './decode-limits.ts'
import type { ImageFacts } from './evidence.ts'
import type { Sharp } from './load-sharp.ts'
import { withoutNotes } from './plain-png.ts'

/** 1 to 100. */
const qualityOfPreview = 80
const qualityOfFull = 90

/**
 * `facts` are those of the inspection; `bytes` must be the ones that it found readable.
 * @param sidePixelsMax Longest side; null for the size that it has
 * @throws Error when they are not.
 */
export async function toScreenJpeg(
  sharp: Sharp,
  bytes: Buffer,
  facts: ImageFacts,
  sidePixelsMax: number | null,
): Promise<Buffer> {
  const plain = facts.format === 'png' ? withoutNotes(bytes) : bytes
  const upright = sharp(plain, { ...decodeOptions, autoOrient: true })
    .timeout({ seconds: decodeSecondsMax })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
  if (sidePixelsMax === null) {
    return upright.jpeg({ quality: qualityOfFull, optimiseCoding: false }).toBuffer()
  }
  const box = { width: sidePixelsMax, height: sidePixelsMax }
  return upright
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: qualityOfPreview })
    .toBuffer()
}
