// Finds the directions of print by its letters: three in a row, evenly apart, say how their line runs. Unlike the
// profile of the whole picture it holds for lines that perspective spreads like a fan. Pure.

import { piecesOf } from './text-lines.ts'
import type { TextMask } from './text-mask.ts'

interface Letter {
  readonly x: number
  readonly y: number
  readonly size: number
}

const sizeMin = 4
const sizeMax = 70
/** Letters looked at: more are a page of print, of which a part says the same. */
const lettersMax = 2_500
/** In sizes of the letter. */
const reach = 2.6
const neighboursMax = 4
const sizeRatioMax = 1.8
const distanceRatioMax = 1.5
/** Cosine of the bend of a row of three. */
const straight = 0.97
/** Half of the width of a peak, and how far apart two peaks are. */
const blurDegrees = 3
const apartDegrees = 10
const votesMin = 12

/** Returns up to two angles in radians, 0 to pi, clockwise from the picture's upper edge; likeliest first. */
export function letterDirections(mask: TextMask): readonly number[] {
  const votes = new Float64Array(180)
  const letters = lettersOf(mask)
  for (const [index, letter] of letters.entries()) {
    const near = neighboursOf(letters, index)
    for (const [place, one] of near.entries()) {
      for (const other of near.slice(place + 1)) vote(votes, letter, one, other)
    }
  }
  const smooth = Array.from(votes, (_, degrees) => {
    let sum = 0
    for (let off = -blurDegrees; off <= blurDegrees; off += 1) {
      sum += (votes[(degrees + off + 180) % 180] ?? 0) * (blurDegrees + 1 - Math.abs(off))
    }
    return { degrees, sum: sum / (blurDegrees + 1) }
  })
  const chosen: number[] = []
  for (const { degrees, sum } of smooth.toSorted((one, other) => other.sum - one.sum)) {
    if (chosen.length === 2 || sum < votesMin) break
    const isApart = chosen.every((other) => {
      const apart = Math.abs(degrees - other)
      return Math.min(apart, 180 - apart) >= apartDegrees
    })
    if (isApart) chosen.push(degrees)
  }
  return chosen.map((degrees) => (degrees * Math.PI) / 180)
}

/** Left to right. */
function lettersOf(mask: TextMask): readonly Letter[] {
  const letters = piecesOf(mask, 1).flatMap(({ left, tops, bottoms }): readonly Letter[] => {
    const marked = tops.filter((top) => top >= 0)
    const top = Math.min(...marked)
    const bottom = Math.max(...bottoms)
    const size = Math.max(tops.length, bottom - top + 1)
    if (size < sizeMin || size > sizeMax) return []
    return [{ x: left + tops.length / 2, y: (top + bottom) / 2, size }]
  })
  // Neighbours must stay together, so a part of the picture is left out rather than every second letter.
  return letters.slice(0, lettersMax).toSorted((one, other) => one.x - other.x)
}

function neighboursOf(letters: readonly Letter[], index: number): readonly Letter[] {
  const letter = letters[index]
  if (letter === undefined) return []
  const far = letter.size * reach
  const near: { readonly one: Letter; readonly distance: number }[] = []
  const consider = (one: Letter | undefined): boolean => {
    if (one === undefined || Math.abs(one.x - letter.x) > far) return false
    const distance = Math.hypot(one.x - letter.x, one.y - letter.y)
    const ratio = one.size / letter.size
    if (distance <= far && ratio < sizeRatioMax && ratio > 1 / sizeRatioMax)
      near.push({ one, distance })
    return true
  }
  for (let at = index - 1; consider(letters[at]); at -= 1);
  for (let at = index + 1; consider(letters[at]); at += 1);
  return near
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, neighboursMax)
    .map(({ one }) => one)
}

function vote(votes: Float64Array, letter: Letter, one: Letter, other: Letter): void {
  const [x1, y1] = [one.x - letter.x, one.y - letter.y]
  const [x2, y2] = [other.x - letter.x, other.y - letter.y]
  const [length1, length2] = [Math.hypot(x1, y1), Math.hypot(x2, y2)]
  const ratio = length1 / length2
  if (ratio > distanceRatioMax || ratio < 1 / distanceRatioMax) return
  if ((x1 * x2 + y1 * y2) / (length1 * length2) > -straight) return
  const degrees = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI
  const at = (Math.round(degrees) + 360) % 180
  votes[at] = (votes[at] ?? 0) + 1
}
