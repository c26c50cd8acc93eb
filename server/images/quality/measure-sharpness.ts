// Measures sharpness: whether fine detail is left where the image has detail, in eight directions,
// because a shaken camera wipes out detail along its movement and keeps it across. Pure.

import type { GreyImage } from './grey-image.ts'

/**
 * Eight directions, as steps of about three pixels of an image 1600 long: the stroke width of small
 * print. A change within one such step is fine detail, within three coarse detail.
 */
const steps: readonly (readonly [number, number])[] = [
  [3, 0],
  [3, 1],
  [2, 2],
  [1, 3],
  [0, 3],
  [-1, 3],
  [-2, 2],
  [-3, 1],
]
const coarseTimes = 3
const reach = 3 * coarseTimes

/** Side in pixels of the tiles in which detail is measured: a few letters. */
const tilePixels = 64

/**
 * Share of the tiles that count in each direction, those with most coarse detail: print, eyes,
 * hair.
 */
const detailedShare = 0.1

/** The noise is measured in the flattest fifth of the image. */
const flatShare = 0.2

/** Levels beyond which black and white clip the noise, so that a tile shows less than there is. */
const darkestLevel = 24
const brightestLevel = 231

/** Mean square of the differences over a coarse step below which a tile has no detail. */
const coarseMin = 9

/** Pixels from one sample to the next, across and down. */
const stride = 2
/**
 * The same while the tiles with most and with least detail are found, which is most of the work. Odd, so that samples
 * fall on all edges of the squares of eight that a JPEG is made of. Small images have too few tiles for it.
 */
const surveyStride = 5
const surveyPixelsMin = 500_000

/** Mean squares of the differences over one fine step, and over one coarse step in the same direction. */
interface Detail {
  readonly fine: number
  readonly coarse: number
}

interface Tile {
  readonly box: Box
  /** Mean squares of the differences over one coarse step, by direction, by the survey. */
  readonly coarse: readonly number[]
  /** Adds to each mean square of differences, as measured in this tile. */
  readonly noise: number
  readonly meanLevel: number
}

/**
 * Returns fine detail relative to coarse, in the direction where it is least: 0 where there is no
 * detail, 0.11 in heavy blur, 0.3 for a single sharp edge, 0.4 to 0.9 for sharp print. It is a
 * ratio of squared differences, so contrast and light do not matter; noise is subtracted from both.
 */
export function measureSharpness(image: GreyImage): number {
  const tiles = measureTiles(image)
  const noise = noiseOf(tiles)
  const count = Math.max(1, Math.round(tiles.length * detailedShare))
  const shares = offsetsOf(image).map((offset, direction) => {
    const detailed = tiles
      .toSorted((left, right) => (right.coarse[direction] ?? 0) - (left.coarse[direction] ?? 0))
      .slice(0, count)
      .map(({ box }) => measureDetail(image, box, offset))
    const fine = sumOver(detailed, (detail) => detail.fine - noise)
    const coarse = sumOver(detailed, (detail) => detail.coarse - noise)
    return coarse > coarseMin * count ? fine / coarse : 0
  })
  return Math.min(...shares)
}

/** Returns the distance in `pixels` of one fine step, by direction. */
function offsetsOf({ width }: GreyImage): readonly number[] {
  return steps.map(([x, y]) => y * width + x)
}

/**
 * Returns the noise of the flat tiles; tiles that are almost black or white count only where there
 * are no others.
 */
function noiseOf(tiles: readonly Tile[]): number {
  const usable = tiles.filter(
    ({ meanLevel }) => meanLevel > darkestLevel && meanLevel < brightestLevel,
  )
  const figures = (usable.length > 0 ? usable : tiles).map(({ noise }) => noise)
  return quantileOf(figures, flatShare)
}

function sumOver(details: readonly Detail[], part: (detail: Detail) => number): number {
  return details.reduce((sum, detail) => sum + Math.max(0, part(detail)), 0)
}

function quantileOf(figures: readonly number[], share: number): number {
  return (
    figures.toSorted((left, right) => left - right)[Math.floor((figures.length - 1) * share)] ?? 0
  )
}

function measureTiles(image: GreyImage): readonly Tile[] {
  const columns = Math.max(1, Math.floor(image.width / tilePixels))
  const rows = Math.max(1, Math.floor(image.height / tilePixels))
  const apart = image.pixels.length < surveyPixelsMin ? stride : surveyStride
  return Array.from({ length: columns * rows }, (_, index) => {
    const left = (index % columns) * tilePixels
    const top = Math.floor(index / columns) * tilePixels
    const box = {
      left: Math.max(reach, left),
      right: Math.min(image.width - reach, left + tilePixels),
      top,
      bottom: Math.min(image.height - reach, top + tilePixels),
    }
    return surveyTile(image, box, apart)
  })
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

function surveyTile(image: GreyImage, box: Box, apart: number): Tile {
  const [first = 0, second = 0, third = 0, fourth = 0, ...others] = offsetsOf(image).map(
    (offset) => offset * coarseTimes,
  )
  const [fifth = 0, sixth = 0, seventh = 0, eighth = 0] = others
  return {
    box,
    coarse: [
      ...fourMeanSquares(image, box, apart, [first, second, third, fourth]),
      ...fourMeanSquares(image, box, apart, [fifth, sixth, seventh, eighth]),
    ],
    noise:
      2 *
      Math.max(noiseVariance(image, box, apart, 1), noiseVariance(image, box, apart, reach / 3)),
    meanLevel: meanLevel(image, box, apart),
  }
}

/**
 * Measures four directions at once: that takes a third of the time, because the loop and the pixel
 * that they share are the larger part of the work.
 */
function fourMeanSquares(
  { pixels, width }: GreyImage,
  box: Box,
  apart: number,
  offsets: readonly [number, number, number, number],
): readonly number[] {
  const [one, two, three, four] = offsets
  let sumOne = 0
  let sumTwo = 0
  let sumThree = 0
  let sumFour = 0
  let count = 0
  for (let y = box.top; y < box.bottom; y += apart) {
    const end = y * width + box.right
    for (let at = y * width + box.left; at < end; at += apart) {
      const level = pixels[at] ?? 0
      const toOne = (pixels[at + one] ?? 0) - level
      sumOne += toOne * toOne
      const toTwo = (pixels[at + two] ?? 0) - level
      sumTwo += toTwo * toTwo
      const toThree = (pixels[at + three] ?? 0) - level
      sumThree += toThree * toThree
      const toFour = (pixels[at + four] ?? 0) - level
      sumFour += toFour * toFour
      count += 1
    }
  }
  return [sumOne, sumTwo, sumThree, sumFour].map((sum) => (count === 0 ? 0 : sum / count))
}

/** Measures the detail of a box in the direction of the pixel that is `offset` away; none for an empty box. */
function measureDetail({ pixels, width }: GreyImage, box: Box, offset: number): Detail {
  const coarseOffset = offset * coarseTimes
  let fine = 0
  let coarse = 0
  let count = 0
  for (let y = box.top; y < box.bottom; y += stride) {
    const end = y * width + box.right
    for (let at = y * width + box.left; at < end; at += stride) {
      const level = pixels[at] ?? 0
      const near = (pixels[at + offset] ?? 0) - level
      fine += near * near
      const far = (pixels[at + coarseOffset] ?? 0) - level
      coarse += far * far
      count += 1
    }
  }
  return count === 0 ? { fine: 0, coarse: 0 } : { fine: fine / count, coarse: coarse / count }
}

function meanLevel({ pixels, width }: GreyImage, box: Box, apart: number): number {
  let sum = 0
  let count = 0
  for (let y = box.top; y < box.bottom; y += apart) {
    for (let x = box.left; x < box.right; x += apart) {
      sum += pixels[y * width + x] ?? 0
      count += 1
    }
  }
  return count === 0 ? 0 : sum / count
}

/**
 * Estimates the variance of noise from second differences across and down (J. Immerkaer, 1996),
 * which edges and shading barely change. `step` is 3 as well as 1, because in an image that was
 * reduced, or denoised by its camera, the noise of neighbouring pixels is correlated.
 */
function noiseVariance(
  { pixels, width }: GreyImage,
  box: Box,
  apart: number,
  step: number,
): number {
  const line = step * width
  const twice = 2 * step
  let sum = 0
  let count = 0
  for (let y = box.top; y < box.bottom; y += apart) {
    const end = y * width + box.right
    for (let at = y * width + box.left; at < end; at += apart) {
      const middle = at + line
      const below = middle + line
      const corners = (pixels[at] ?? 0) + (pixels[at + twice] ?? 0)
      const lowerCorners = (pixels[below] ?? 0) + (pixels[below + twice] ?? 0)
      const sides = (pixels[at + step] ?? 0) + (pixels[below + step] ?? 0)
      const ends = (pixels[middle] ?? 0) + (pixels[middle + twice] ?? 0)
      const centre = pixels[middle + step] ?? 0
      const difference = corners + lowerCorners - 2 * (sides + ends) + 4 * centre
      sum += difference * difference
      count += 1
    }
  }
  // The squares of the nine weights: 1, 4, 1, 4, 16, 4, 1, 4, 1.
  return count === 0 ? 0 : sum / count / 36
}
