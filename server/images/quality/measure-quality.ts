// Measures the quality of an image on its grey copy: size, sharpness, compression, brightness,
// glare. `quality-limits` judges the figures for a document or a face. Pure.

import { compressionStep } from '../header/jpeg-compression.ts'
import type { ImageFacts } from '../image.ts'
import { type GreyImage, histogram, quantile, reduceGrey } from './grey-image.ts'
import { measureGlare } from './measure-glare.ts'
import { measureSharpness } from './measure-sharpness.ts'
import type { QualityFigures } from './quality-limits.ts'

/**
 * Long side in pixels of the coarse copy that light is measured on: enough for the lines of a page
 * and the features of a face. Small images are reduced to a quarter of their size.
 */
const coarseSidePixels = 200
const coarserMin = 4

/**
 * Quantile that is reported as brightness: the bright part of the image, not the dark table around
 * it.
 */
const darkerShare = 0.95

interface MeasuredImage {
  readonly grey: GreyImage
  readonly bytes: Buffer
  readonly facts: ImageFacts
}

export function measureQuality({ grey, bytes, facts }: MeasuredImage): QualityFigures {
  const times = Math.max(coarserMin, Math.max(grey.width, grey.height) / coarseSidePixels)
  const coarse = reduceGrey(grey, times)
  return {
    longSidePixels: Math.max(facts.width, facts.height),
    shortSidePixels: Math.min(facts.width, facts.height),
    sharpness: measureSharpness(grey),
    compressionStep: facts.format === 'jpeg' ? compressionStep(bytes) : 0,
    brightnessLevel: quantile(histogram(coarse.pixels), darkerShare),
    glarePercent: measureGlare(coarse),
  }
}
