// Marks the pixels of a grey picture that may be dark print on a lighter ground: how much darker each is. Pure.

import type { GreyPicture } from './grey-picture.ts'

/** One byte a pixel, 1 where print may be. */
export interface TextMask {
  readonly marks: Uint8Array
  readonly width: number
  readonly height: number
}

/** Side in pixels of the square that strokes must be narrower than. */
const squareSide = 15

/**
 * Returns how much darker each pixel is than the ground beside its stroke. The picture has at most 1 000 pixels on its
 * long side.
 */
export function inkDepths({ pixels, width, height }: GreyPicture): Uint8Array {
  const closed = narrowest(
    narrowest(widest(widest(pixels, width, height, 1), width, height, width), width, height, 1),
    width,
    height,
    width,
  )
  return closed.map((level, at) => level - (pixels[at] ?? 0))
}

function widest(from: Uint8Array, width: number, height: number, step: number): Uint8Array {
  return overSquare(from, { width, height, step, choose: Math.max })
}

function narrowest(from: Uint8Array, width: number, height: number, step: number): Uint8Array {
  return overSquare(from, { width, height, step, choose: Math.min })
}

interface Pass {
  readonly width: number
  readonly height: number
  /** Pixels between neighbours: 1 along the line, the width down the column. */
  readonly step: number
  readonly choose: (one: number, other: number) => number
}

/** Takes the extreme of `squareSide` neighbours, by doubling the stretch that is known. */
function overSquare(from: Uint8Array, { width, height, step, choose }: Pass): Uint8Array {
  const isAcross = step === 1
  const length = isAcross ? width : height
  const others = isAcross ? height : width
  const result = new Uint8Array(from.length)
  const half = (squareSide - 1) / 2
  const padded = new Uint8Array(length + squareSide)
  for (let other = 0; other < others; other += 1) {
    const start = isAcross ? other * width : other
    for (let at = 0; at < padded.length; at += 1) {
      const inside = Math.min(length - 1, Math.max(0, at - half))
      padded[at] = from[start + inside * step] ?? 0
    }
    for (const shift of [1, 2, 4, 7]) {
      for (let at = 0; at + shift < padded.length; at += 1) {
        padded[at] = choose(padded[at] ?? 0, padded[at + shift] ?? 0)
      }
    }
    for (let at = 0; at < length; at += 1) result[start + at * step] = padded[at] ?? 0
  }
  return result
}

/** The level that parts the pixels into the two most distinct halves (Otsu 1979). */
export function otsu(pixels: Uint8Array): number {
  const counts = new Float64Array(256)
  for (const level of pixels) counts[level] = (counts[level] ?? 0) + 1
  const sum = counts.reduce((total, count, level) => total + count * level, 0)
  let [below, sumBelow, best, chosen] = [0, 0, 0, 0]
  for (const [level, count] of counts.entries()) {
    below += count
    sumBelow += count * level
    const above = pixels.length - below
    if (below === 0 || above === 0) continue
    const apart = sumBelow / below - (sum - sumBelow) / above
    const between = below * above * apart * apart
    if (between > best) [best, chosen] = [between, level]
  }
  return chosen
}
