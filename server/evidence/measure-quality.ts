// Measures how good a picture is, on a grey copy of it: size, sharpness, compression, brightness, glare. What the
// figures mean for a document or a face is judged by `quality-limits`.

import type { ImageFacts } from './evidence.ts'
import { type GreyPicture, histogram, quantile, reduceGrey } from './grey-picture.ts'
import { compressionStep } from './jpeg-compression.ts'
import type { Sharp } from './load-sharp.ts'
import { measureGlare } from './measure-glare.ts'
import { measureSharpness } from './measure-sharpness.ts'
import type { QualityFigures } from './quality-limits.ts'

/**
 * Long side of the coarse copy, on which light is judged: a page still has its lines and a face its
 * features. Smaller photos give one of a quarter of theirs.
 */
const coarseSidePixels = 200
const coarserMin = 4

/** Share of the pixels that are darker than the brightness reported: the table, not the paper or the face. */
const darkerShare = 0.95

export async function measureQuality(
  sharp: Sharp,
  { grey, bytes, facts }: { grey: GreyPicture; bytes: Buffer; facts: ImageFacts },
): Promise<QualityFigures> {
  const times = Math.max(coarserMin, Math.max(grey.width, grey.height) / coarseSidePixels)
  const coarse = await reduceGrey(sharp, grey, times)
  return {
    longSidePixels: Math.max(facts.width, facts.height),
    shortSidePixels: Math.min(facts.width, facts.height),
    sharpness: measureSharpness(grey),
    compressionStep: facts.format === 'jpeg' ? compressionStep(bytes) : 0,
    brightnessLevel: quantile(histogram(coarse.pixels), darkerShare),
    glarePercent: measureGlare(coarse),
  }
}
