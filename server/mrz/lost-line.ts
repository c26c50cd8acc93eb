// Where the third line of a zone may stand of which two were found. Pure.

import type { StripShape } from './line-strip.ts'

/** Returns the three lines for each place of the third: below, above, between. */
export function withLostLine(
  upper: StripShape,
  lower: StripShape,
): readonly (readonly StripShape[])[] {
  const [one, other] = [upper, lower].map((shape) => ({ ...shape, characters: 30 }))
  if (one === undefined || other === undefined) return []
  return [
    [one, other, along(one, other, 2)],
    [along(one, other, -1), one, other],
    [one, along(one, other, 0.5), other],
  ]
}

/** The line so many distances below the upper one, the distance of the two being 1. */
function along(upper: StripShape, lower: StripShape, distances: number): StripShape {
  const between = (from: number, to: number) => from + (to - from) * distances
  return {
    ...lower,
    from: { x: between(upper.from.x, lower.from.x), y: between(upper.from.y, lower.from.y) },
    to: { x: between(upper.to.x, lower.to.x), y: between(upper.to.y, lower.to.y) },
    sag: between(upper.sag, lower.sag),
  }
}
