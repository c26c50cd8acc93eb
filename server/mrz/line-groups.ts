// Puts lines of print together that may be a machine-readable zone: two or three, parallel, with equal ends. Pure.

import type { TextLine } from './text-lines.ts'

/** Two or three lines, top to bottom, all with the same left and right end. */
export type LineGroup = readonly TextLine[]

const overlapMin = 0.72
const distanceMin = 1
const distanceMax = 4.2
const slimMin = 17
const slimMax = 64
const riseApartMax = 0.05

/** Returns the groups, likeliest first. */
export function lineGroups(lines: readonly TextLine[]): readonly LineGroup[] {
  const sorted = lines.toSorted((one, other) => centre(one) - centre(other))
  const groups: TextLine[][] = []
  for (const [index, first] of sorted.entries()) {
    for (const [more, second] of sorted.slice(index + 1).entries()) {
      if (!belongs(first, second)) continue
      groups.push([first, second])
      for (const third of sorted.slice(index + more + 2)) {
        if (belongs(second, third) && isEven(first, second, third))
          groups.push([first, second, third])
      }
    }
  }
  return groups
    .toSorted((one, other) => rank(other) - rank(one))
    .map(withOuterEnds)
    .filter(([line]) => line !== undefined && isSlim(line))
}

function centre({ left, right, rise, offset }: TextLine): number {
  return (rise * (left + right)) / 2 + offset
}

function distance(one: TextLine, other: TextLine): number {
  const x = (Math.max(one.left, other.left) + Math.min(one.right, other.right)) / 2
  return other.rise * x + other.offset - (one.rise * x + one.offset)
}

function belongs(one: TextLine, other: TextLine): boolean {
  const overlap = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  const whole = Math.max(one.right, other.right) - Math.min(one.left, other.left)
  const heights = distance(one, other) / Math.max(one.height, other.height)
  return (
    overlap / whole >= overlapMin &&
    heights >= distanceMin &&
    heights <= distanceMax &&
    Math.min(one.height, other.height) > 0.5 * Math.max(one.height, other.height) &&
    Math.abs(one.rise - other.rise) < riseApartMax
  )
}

function isEven(first: TextLine, second: TextLine, third: TextLine): boolean {
  const ratio = distance(first, second) / distance(second, third)
  return ratio > 0.7 && ratio < 1.43
}

function rank(group: readonly TextLine[]): number {
  const left = group.map((line) => line.left)
  const right = group.map((line) => line.right)
  const width = Math.max(...right) - Math.min(...left)
  const uneven = Math.max(...left) - Math.min(...left) + Math.max(...right) - Math.min(...right)
  return (width - 2 * uneven) * (group.length === 3 ? 1.15 : 1)
}

function withOuterEnds(group: readonly TextLine[]): LineGroup {
  const left = Math.min(...group.map((line) => line.left))
  const right = Math.max(...group.map((line) => line.right))
  const heights = group.map((line) => line.height)
  // Fillers are lower than letters: a line of many seems lower than it is.
  const height = (Math.max(...heights) * 2 + Math.min(...heights)) / 3
  return group.map((line) => ({ ...line, left, right, height }))
}

function isSlim({ left, right, height }: TextLine): boolean {
  const slim = (right - left) / height
  return slim >= slimMin && slim <= slimMax
}
