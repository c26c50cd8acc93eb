// Keeps of a text mask only the marks that may be letters: frames, rules, seals and the strokes of large print would
// join the lines of a zone that they touch. Pure.

import type { TextMask } from './text-mask.ts'

/** In pixels of the mask, of both sides of what hangs together. */
const sizeMin = 3
const sizeMax = 64
/** Letters that blur has joined are no thicker than this. */
const joinedHeightMax = 16
/** Marks for each pixel of its length: thinner is a rule or a wave of the ground. */
const thicknessMin = 2.2

/** Returns a mask of the same size. */
export function letterMask(mask: TextMask): TextMask {
  const { width, height } = mask
  const marks = new Uint8Array(mask.marks.length)
  const seen = new Uint8Array(mask.marks.length)
  const piece = new Int32Array(mask.marks.length)
  for (let start = 0; start < mask.marks.length; start += 1) {
    if (mask.marks[start] !== 1 || seen[start] === 1) continue
    // The places of the piece that is being followed; those after `next` have neighbours that were not looked at yet.
    let count = 1
    piece[0] = start
    seen[start] = 1
    let [left, right, top, bottom] = [width, 0, height, 0]
    for (let next = 0; next < count; next += 1) {
      const at = piece[next] ?? 0
      const [x, y] = [at % width, Math.floor(at / width)]
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
          const near = row * width + column
          if (mask.marks[near] !== 1 || seen[near] === 1) continue
          seen[near] = 1
          piece[count] = near
          count += 1
        }
      }
    }
    if (!mayBeLetter({ across: right - left + 1, down: bottom - top + 1, count })) continue
    for (let kept = 0; kept < count; kept += 1) marks[piece[kept] ?? 0] = 1
  }
  return { marks, width, height }
}

interface Extent {
  readonly across: number
  readonly down: number
  readonly count: number
}

function mayBeLetter({ across, down, count }: Extent): boolean {
  const [long, short] = [Math.max(across, down), Math.min(across, down)]
  if (long < sizeMin) return false
  if (long <= sizeMax) return true
  return short <= joinedHeightMax && count >= thicknessMin * long
}
