// Geometry of the score gauge, a half ring from left to right. Pure.

import { scoreMax } from '../../../server/scoring/bands.ts'

/** To the middle of the ring, in the gauge's units. */
const radius = 100

export function pointAt(
  score: number,
  distance: number,
): { readonly x: number; readonly y: number } {
  const angle = Math.PI * (1 - score / scoreMax)
  return { x: rounded(distance * Math.cos(angle)), y: rounded(-distance * Math.sin(angle)) }
}

/** Path from one score to another, both inclusive, with a gap before the next. */
export function arcPath(from: number, to: number): string {
  const start = pointAt(from === 0 ? 0 : from + gap, radius)
  const end = pointAt(to === scoreMax ? scoreMax : to - gap, radius)
  return `M ${start.x} ${start.y} A ${radius} ${radius} 0 0 1 ${end.x} ${end.y}`
}

const gap = 3

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
