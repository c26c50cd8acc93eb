// Measures how good a picture is, on a small grey copy of it: size, sharpness, brightness, glare. What the
// figures mean for a document or a face is judged by `quality-limits`.

import type { ImageFacts } from './evidence.ts'
import { type GreyPicture, histogram, quantile, reduceGrey, statisticsOf } from './grey-picture.ts'
import type { Sharp } from './load-sharp.ts'
import { measureGlare } from './measure-glare.ts'
import type { QualityFigures } from './quality-limits.ts'

/** How much coarser the second look is: 200 pixels, on which a page still has its lines and a face its features. */
const coarser = 4

/**
 * Spread of the coarse copy's edges against its contrast, below which there is nothing in the picture
 * whose sharpness could be measured: a blank wall, or blur so heavy that only noise is left. Specimens
 * measure 0.055 and more; blurred over 1 % of their length, 0.025 and less.
 */
const coarseDetailMin = 0.03

/** Share of the pixels that are darker than the brightness reported: the table, not the paper or the face. */
const darkerShare = 0.95

export async function measureQuality(
  sharp: Sharp,
  grey: GreyPicture,
  facts: ImageFacts,
): Promise<QualityFigures> {
  const coarse = await reduceGrey(sharp, grey, coarser)
  return {
    longSidePixels: Math.max(facts.width, facts.height),
    shortSidePixels: Math.min(facts.width, facts.height),
    sharpness: await measureSharpness(sharp, grey, coarse),
    brightnessLevel: quantile(histogram(coarse.pixels), darkerShare),
    glarePercent: measureGlare(coarse),
  }
}

/**
 * How much of the detail that a coarse look sees is still edge at a fine look: 0.5 to 1.5 in a sharp
 * picture, towards 0.1 in a blurred one, whatever its contrast, its light and how much of it is empty. A
 * plain measure of edges could not tell a sharp face from a blurred page of print.
 */
async function measureSharpness(
  sharp: Sharp,
  fine: GreyPicture,
  coarse: GreyPicture,
): Promise<number> {
  const fineStatistics = await statisticsOf(sharp, fine)
  const coarseStatistics = await statisticsOf(sharp, coarse)
  const contrast = coarseStatistics.channels[0]?.stdev ?? 0
  const hasDetail = coarseStatistics.sharpness > contrast * coarseDetailMin
  if (!hasDetail) return 0
  return fineStatistics.sharpness / coarseStatistics.sharpness
}
