// Samples one line of print out of the picture, level and of even contrast, as the recogniser wants it. Pure.

import { brightnessAt, type GreyPicture } from './grey-picture.ts'
import type { MrzPoint } from './mrz-reading.ts'

export const stripHeight = 48

/** A strip of `stripHeight` lines, 0 black to 1 white. */
export interface Strip {
  readonly levels: Float32Array
  readonly width: number
}

/** Cut from a picture. */
export interface ShownStrip extends Strip {
  /** Levels between print and ground, 0 to 255. */
  readonly contrast: number
}

export interface StripShape {
  /** The middle of the line at its two ends, in pixels of the picture, in reading direction. */
  readonly from: MrzPoint
  readonly to: MrzPoint
  /** Of the print, in pixels of the picture. */
  readonly textHeight: number
  /** How far the middle of the line hangs below the straight line between its ends: pages bend. In pixels. */
  readonly sag: number
  readonly characters: number
}

export interface Rendering {
  /** Share of the strip's height that the print fills. */
  readonly textShare: number
  readonly gamma: number
  readonly characterPixels: number
  /** Ground shown beyond each end, in characters: more shows a first letter that was not taken for one of the line. */
  readonly margin: number
}

/** The first is the one that reads best; the others disagree with it where it is unsure. */
export const renderings: readonly [Rendering, ...Rendering[]] = [
  { textShare: 0.62, gamma: 0.6, characterPixels: 34, margin: 1 },
  { textShare: 0.54, gamma: 0.8, characterPixels: 32, margin: 2 },
  { textShare: 0.68, gamma: 0.5, characterPixels: 36, margin: 1 },
  { textShare: 0.6, gamma: 1, characterPixels: 38, margin: 2 },
  { textShare: 0.58, gamma: 0.4, characterPixels: 30, margin: 1.5 },
]

export function lineStrip(
  picture: GreyPicture,
  shape: StripShape,
  rendering: Rendering,
): ShownStrip {
  const { from, to, textHeight, sag, characters } = shape
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
  const perCharacter = length / characters
  const width = Math.round((characters + 2 * rendering.margin) * rendering.characterPixels)
  const down = textHeight / (stripHeight * rendering.textShare)
  const across = perCharacter / rendering.characterPixels
  const levels = new Float32Array(width * stripHeight)
  for (let row = 0; row < stripHeight; row += 1) {
    const level = (row + 0.5 - stripHeight / 2) * down
    for (let column = 0; column < width; column += 1) {
      const right = (column + 0.5) * across - rendering.margin * perCharacter
      const below = level + sagAt(sag, right / length)
      const x = from.x + along.x * right - along.y * below
      const y = from.y + along.y * right + along.x * below
      levels[row * width + column] = brightnessAt(picture, x, y)
    }
  }
  const contrast = stretch(levels, rendering.gamma)
  return { levels, width, contrast }
}

/** `along` is 0 at one end of the line and 1 at the other. */
export function sagAt(sag: number, along: number): number {
  return 4 * sag * along * (1 - along)
}

const darkShare = 0.02
const brightShare = 0.95

/** Returns how many levels there were between dark and bright. */
function stretch(levels: Float32Array, gamma: number): number {
  const [dark, bright] = [levelBelow(levels, darkShare), levelBelow(levels, brightShare)]
  const range = Math.max(1, bright - dark)
  for (let at = 0; at < levels.length; at += 1) {
    const share = Math.min(1, Math.max(0, ((levels[at] ?? 0) - dark) / range))
    levels[at] = share ** (1 / gamma)
  }
  return range
}

/** Counted, because sorting a strip takes longer than cutting it. */
const binsPerLevel = 4

/** The level that this share of all is darker than. */
function levelBelow(levels: Float32Array, share: number): number {
  const counts = new Uint32Array(256 * binsPerLevel)
  for (let at = 0; at < levels.length; at += 1) {
    const bin = Math.min(counts.length - 1, Math.round((levels[at] ?? 0) * binsPerLevel))
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  let below = 0
  const bin = counts.findIndex((count) => {
    below += count
    return below > share * levels.length
  })
  return bin / binsPerLevel
}
