// Finds the directions in which lines of print run. Pure.

import { letterDirections } from './letter-direction.ts'
import type { TextMask } from './text-mask.ts'

const pointsMax = 20_000
const stepDegrees = 2
const peaks = 3
/** Degrees within which a second peak is the same direction. */
const apartDegrees = 10
/** Degrees within which lines are found as well. */
const sameDegrees = 3
const directionsMax = 4

/**
 * Yields up to four angles in radians, 0 to pi, clockwise from the picture's upper edge; likeliest first: those of
 * the letters, then those of the profile, which sees print too small for letters and is looked at only when asked for.
 */
export function* textDirections(mask: TextMask): Generator<number> {
  const ofLetters = letterDirections(mask)
  yield* ofLetters
  const ofProfile = profileDirections(mask).filter((angle) =>
    ofLetters.every((other) => angleBetween(degreesOf(angle), degreesOf(other)) >= sameDegrees),
  )
  yield* ofProfile.slice(0, directionsMax - ofLetters.length)
}

function degreesOf(angle: number): number {
  return (angle * 180) / Math.PI
}

function profileDirections(mask: TextMask): readonly number[] {
  const points = pointsOf(mask)
  const rough = Array.from({ length: 180 / stepDegrees }, (_, index) => index * stepDegrees)
    .map((degrees) => ({ degrees, sharpness: sharpness(points, degrees, mask) }))
    .toSorted((one, other) => other.sharpness - one.sharpness)
  const chosen: number[] = []
  for (const { degrees } of rough) {
    if (chosen.length === peaks) break
    if (chosen.every((other) => angleBetween(degrees, other) >= apartDegrees)) chosen.push(degrees)
  }
  return chosen.map((degrees) => (refine(points, degrees, mask) * Math.PI) / 180)
}

function angleBetween(one: number, other: number): number {
  const apart = Math.abs(one - other) % 180
  return Math.min(apart, 180 - apart)
}

function pointsOf({ marks, width }: TextMask): Float32Array {
  let total = 0
  for (let at = 0; at < marks.length; at += 1) total += marks[at] ?? 0
  const every = Math.max(1, Math.ceil(total / pointsMax))
  const points: number[] = []
  let seen = 0
  for (let at = 0; at < marks.length; at += 1) {
    if (marks[at] === 0) continue
    if (seen % every === 0) points.push(at % width, Math.floor(at / width))
    seen += 1
  }
  return Float32Array.from(points)
}

function refine(points: Float32Array, degrees: number, mask: TextMask): number {
  const near = [-1.5, -1, -0.5, 0, 0.5, 1, 1.5].map((change) => degrees + change)
  const measured = near.map((one) => ({ one, sharpness: sharpness(points, one, mask) }))
  return measured.reduce((best, next) => (next.sharpness > best.sharpness ? next : best)).one
}

/** The squared steps of the profile of print across the direction. */
function sharpness(
  points: Float32Array,
  degrees: number,
  { width, height }: Pick<TextMask, 'width' | 'height'>,
): number {
  const angle = (degrees * Math.PI) / 180
  const [down, across] = [Math.cos(angle), -Math.sin(angle)]
  const profile = new Float64Array(2 * (width + height))
  for (let at = 0; at < points.length; at += 2) {
    const bin = Math.round((points[at] ?? 0) * across + (points[at + 1] ?? 0) * down) + width
    profile[bin] = (profile[bin] ?? 0) + 1
  }
  let sum = 0
  for (let bin = 1; bin < profile.length; bin += 1) {
    sum += ((profile[bin] ?? 0) - (profile[bin - 1] ?? 0)) ** 2
  }
  return sum
}
