// Measures whether fine detail is left where a picture has detail at all, in eight directions: a shaken
// camera wipes out detail along its way and leaves it across. Pure; some 50 ms for the largest grey copy.

import type { GreyPicture } from './grey-picture.ts'

/**
 * Eight directions, as steps of about three pixels of a picture 1600 long: the width of a stroke of small
 * print. What changes within three such steps is coarse detail, within one fine detail.
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

/** Side of the squares in which detail is looked for: a few letters. */
const tilePixels = 64

/** Share of the squares that are looked at in each direction, those with most coarse detail: print, eyes, hair. */
const detailedShare = 0.1

/** The flattest fifth of a picture shows its noise and little else. */
const flatShare = 0.2

/** Levels beyond which black and white cut noise off, so that a square shows less than there is. */
const darkestLevel = 24
const brightestLevel = 231

/** Mean square of a difference of levels over a coarse step below which there is nothing to see. */
const coarseMin = 9

/** Every second pixel of every second line is enough of a sample. */
const stride = 2

interface Tile {
  /** Mean squares of the differences over one fine and one coarse step, by direction. */
  readonly fine: readonly number[]
  readonly coarse: readonly number[]
  /** What noise adds to each of them, as this square has it. */
  readonly noise: number
  readonly meanLevel: number
}

/**
 * Fine detail against coarse, in the direction where there is least of it: 0 where there is nothing to see,
 * 0.11 in heavy blur, 0.3 for a single sharp edge, 0.4 to 0.9 for sharp print. A share of squares of
 * differences, so that contrast and light do not matter; noise is taken off both.
 */
export function measureSharpness(picture: GreyPicture): number {
  const tiles = measureTiles(picture)
  const noise = noiseOf(tiles)
  const count = Math.max(1, Math.round(tiles.length * detailedShare))
  const shares = steps.map((_, direction) => {
    const detailed = tiles
      .toSorted((left, right) => (right.coarse[direction] ?? 0) - (left.coarse[direction] ?? 0))
      .slice(0, count)
    const fine = sumOver(detailed, (tile) => tile.fine[direction], noise)
    const coarse = sumOver(detailed, (tile) => tile.coarse[direction], noise)
    return coarse > coarseMin * count ? fine / coarse : 0
  })
  return Math.min(...shares)
}

/** As the flat squares have it; those that are all but black or white only where there are no others. */
function noiseOf(tiles: readonly Tile[]): number {
  const telling = tiles.filter(
    ({ meanLevel }) => meanLevel > darkestLevel && meanLevel < brightestLevel,
  )
  const figures = (telling.length > 0 ? telling : tiles).map(({ noise }) => noise)
  return quantileOf(figures, flatShare)
}

function sumOver(
  tiles: readonly Tile[],
  part: (tile: Tile) => number | undefined,
  noise: number,
): number {
  return tiles.reduce((sum, tile) => sum + Math.max(0, (part(tile) ?? 0) - noise), 0)
}

function quantileOf(figures: readonly number[], share: number): number {
  return (
    figures.toSorted((left, right) => left - right)[Math.floor((figures.length - 1) * share)] ?? 0
  )
}

function measureTiles(picture: GreyPicture): readonly Tile[] {
  const columns = Math.max(1, Math.floor(picture.width / tilePixels))
  const rows = Math.max(1, Math.floor(picture.height / tilePixels))
  return Array.from({ length: columns * rows }, (_, index) => {
    const left = (index % columns) * tilePixels
    const top = Math.floor(index / columns) * tilePixels
    return measureTile(picture, {
      left: Math.max(reach, left),
      right: Math.min(picture.width - reach, left + tilePixels),
      top,
      bottom: Math.min(picture.height - reach, top + tilePixels),
    })
  })
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

function measureTile(picture: GreyPicture, box: Box): Tile {
  const offsets = steps.map(([x, y]) => y * picture.width + x)
  return {
    fine: offsets.map((offset) => meanSquare(picture, box, offset)),
    coarse: offsets.map((offset) => meanSquare(picture, box, offset * coarseTimes)),
    noise: 2 * Math.max(noiseVariance(picture, box, 1), noiseVariance(picture, box, reach / 3)),
    meanLevel: meanLevel(picture, box),
  }
}

/** Mean square of the differences between pixels that lie `offset` apart; 0 for an empty box. */
function meanSquare({ pixels, width }: GreyPicture, box: Box, offset: number): number {
  let sum = 0
  let count = 0
  for (let y = box.top; y < box.bottom; y += stride) {
    const end = y * width + box.right
    for (let at = y * width + box.left; at < end; at += stride) {
      const difference = (pixels[at + offset] ?? 0) - (pixels[at] ?? 0)
      sum += difference * difference
      count += 1
    }
  }
  return count === 0 ? 0 : sum / count
}

function meanLevel({ pixels, width }: GreyPicture, box: Box): number {
  let sum = 0
  let count = 0
  for (let y = box.top; y < box.bottom; y += stride) {
    for (let x = box.left; x < box.right; x += stride) {
      sum += pixels[y * width + x] ?? 0
      count += 1
    }
  }
  return count === 0 ? 0 : sum / count
}

/**
 * Variance of noise by second differences across and down (J. Immerkaer, 1996), which edges and shades
 * barely move. `apart` is 3 as well as 1, because the noise of a picture that was made smaller, or denoised
 * by its camera, hangs together over neighbouring pixels.
 */
function noiseVariance({ pixels, width }: GreyPicture, box: Box, apart: number): number {
  const line = apart * width
  const level = (at: number) => pixels[at] ?? 0
  const across = (at: number) => level(at) - 2 * level(at + apart) + level(at + 2 * apart)
  let sum = 0
  let count = 0
  for (let y = box.top; y < box.bottom; y += stride) {
    const end = y * width + box.right
    for (let at = y * width + box.left; at < end; at += stride) {
      const difference = across(at) - 2 * across(at + line) + across(at + 2 * line)
      sum += difference * difference
      count += 1
    }
  }
  // The squares of the nine weights: 1, 4, 1, 4, 16, 4, 1, 4, 1.
  return count === 0 ? 0 : sum / count / 36
}
