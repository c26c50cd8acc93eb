// Makes the picture that a person looks at: an upright JPEG, encoded anew, so that nothing of the file as
// it was sent reaches a browser: no notes of the camera, nothing hidden behind the picture.

import { decodeOptions, decodeSecondsMax } from './decode-limits.ts'
import type { ImageFacts } from './evidence.ts'
import { withoutNotes } from './plain-png.ts'
import type { ProviderCopyNeeds } from './provider-copy.ts'
import { readHeader } from './read-header.ts'

/** 1 to 100. */
const qualityOfPreview = 80
const qualityOfFull = 90

/**
 * `facts` are those of the inspection; `bytes` must be the ones that it found readable.
 * @param sidePixelsMax Longest side; undefined for the size that it has
 * @throws Error when they are not.
 */
export async function toScreenJpeg(
  needs: ProviderCopyNeeds,
  bytes: Buffer,
  facts: ImageFacts,
  sidePixelsMax: number | undefined,
): Promise<Buffer> {
  const header = readHeader(bytes, facts.format)
  if (header === undefined) throw new Error('a picture that was readable is not any more')
  await needs.hold(header.heldBytes + turningBytes(facts))
  const plain = facts.format === 'png' ? withoutNotes(bytes) : bytes
  const upright = needs
    .sharp(plain, { ...decodeOptions, autoOrient: true })
    .timeout({ seconds: decodeSecondsMax })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
  if (sidePixelsMax === undefined) {
    return upright.jpeg({ quality: qualityOfFull, optimiseCoding: false }).toBuffer()
  }
  const box = { width: sidePixelsMax, height: sidePixelsMax }
  return upright
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: qualityOfPreview })
    .toBuffer()
}

/** As large as the picture: turning needs all of it at once, beside the copy itself. */
function turningBytes({ width, height, orientation }: ImageFacts): number {
  return orientation <= 2 ? 0 : width * height * 4
}
