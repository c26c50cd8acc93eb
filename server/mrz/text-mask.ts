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
export function inkDepths(picture: GreyPicture): Uint8Array {
  const { pixels, width, height } = picture
  const closed = extremes({ pixels: extremes(picture, 'widest'), width, height }, 'narrowest')
  for (let at = 0; at < closed.length; at += 1) closed[at] = (closed[at] ?? 0) - (pixels[at] ?? 0)
  return closed
}

/** The brightest or the darkest level of the square around each pixel; beyond the edge its pixels go on. */
function extremes(picture: GreyPicture, wanted: 'widest' | 'narrowest'): Uint8Array {
  const { width, height } = picture
  const stride = width + squareSide - 1
  const framed = withFrame(picture, stride)
  const spread = wanted === 'widest' ? spreadBright : spreadDark
  // Each step doubles the stretch whose extreme is known: 2, 4, 8, then 15 pixels.
  for (const shift of [1, 2, 4, 7]) spread(framed, shift)
  for (const shift of [1, 2, 4, 7]) spread(framed, shift * stride)
  const result = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    result.set(framed.subarray(y * stride, y * stride + width), y * width)
  }
  return result
}

/** The picture with its edge repeated half a square wide on each side. */
function withFrame({ pixels, width, height }: GreyPicture, stride: number): Uint8Array {
  const half = (squareSide - 1) / 2
  const framed = new Uint8Array(stride * (height + 2 * half))
  for (let row = 0; row < height + 2 * half; row += 1) {
    const from = Math.min(height - 1, Math.max(0, row - half)) * width
    const start = row * stride
    framed.fill(pixels[from] ?? 0, start, start + half)
    framed.set(pixels.subarray(from, from + width), start + half)
    framed.fill(pixels[from + width - 1] ?? 0, start + half + width, start + stride)
  }
  return framed
}

/* Two loops of their own, because one that is told how to choose takes ten times as long. */

function spreadBright(levels: Uint8Array, shift: number): void {
  for (let at = 0; at + shift < levels.length; at += 1) {
    const other = levels[at + shift] ?? 0
    if (other > (levels[at] ?? 0)) levels[at] = other
  }
}

function spreadDark(levels: Uint8Array, shift: number): void {
  for (let at = 0; at + shift < levels.length; at += 1) {
    const other = levels[at + shift] ?? 0
    if (other < (levels[at] ?? 0)) levels[at] = other
  }
}

/** The level that parts the pixels into the two most distinct halves (Otsu 1979). */
export function otsu(pixels: Uint8Array): number {
  const counts = new Float64Array(256)
  for (let at = 0; at < pixels.length; at += 1) {
    const level = pixels[at] ?? 0
    counts[level] = (counts[level] ?? 0) + 1
  }
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
