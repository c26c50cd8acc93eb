// Geometry of the score gauge, a half ring from left to right. Pure. Bands are those of
// specification 2.4.

export const scoreMax = 1000

export const bandsOfScore = [
  { id: 'low', from: 0, to: 299 },
  { id: 'medium', from: 300, to: 549 },
  { id: 'high', from: 550, to: 799 },
  { id: 'premium', from: 800, to: scoreMax },
] as const

/** To the middle of the ring, in the gauge's units. */
export const radius = 100

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
