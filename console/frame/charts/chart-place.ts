// Geometry of the charts and the labels beside them, in pixels from the top.

export const chartHeight = 260
const top = 10
/** Height of the labels below the plot. */
const axis = 36

/** Between the plot and the edge of the chart. */
export const endMargin = 6

/** Of the text of axes, in pixels: more than most letters and digits take. */
export const letterWidth = 7

/** @param part Share of the scale's height, 0 at the bottom. */
export function yAt(part: number): number {
  return top + (1 - part) * (chartHeight - axis - top)
}

/** Keeps the second line of the lowest label above both lines of the caption. */
const lowest = chartHeight - axis - 18

/**
 * Moves positions apart until they are `gap` pixels from each other, within the plot and in the
 * same order. Of two equal positions the later goes above, as in a stacked chart.
 */
export function spreadApart(wanted: readonly number[], gap: number): readonly number[] {
  const order = wanted
    .map((_, index) => index)
    .toSorted((a, b) => at(wanted, a) - at(wanted, b) || b - a)
  const places = [...wanted]
  let from = yAt(1)
  for (const index of order) {
    places[index] = Math.max(at(places, index), from)
    from = at(places, index) + gap
  }
  let to = lowest
  for (const index of order.toReversed()) {
    places[index] = Math.min(at(places, index), to)
    to = at(places, index) - gap
  }
  return places
}

function at(places: readonly number[], index: number): number {
  return places[index] ?? 0
}

/** The next round number, so that five ticks including 0 are whole. */
export function roundTop(most: number): number {
  const steps = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 30, 40, 50, 60, 75, 100]
  const wanted = Math.max(most, 1) / 4
  const power = 10 ** Math.max(0, Math.floor(Math.log10(wanted)) - 1)
  const step = steps.find((one) => one * power >= wanted) ?? 100
  return step * power * 4
}

/** Durations in milliseconds, about a decade apart. */
const rungs = [
  ...[10, 100, 1000, 10_000, 60_000, 600_000, 3_600_000, 36_000_000],
  // 4, 40 and 400 days: reviews may wait as long.
  ...[345_600_000, 3_456_000_000, 34_560_000_000],
] as const

/** The durations that span all values; at least two. */
export function rungsAround(values: readonly number[]): readonly number[] {
  const least = Math.min(...values)
  const most = Math.max(...values)
  const from = Math.max(
    rungs.findLastIndex((rung) => rung <= least),
    0,
  )
  const found = rungs.findIndex((rung) => rung >= most)
  const to = Math.max(found === -1 ? rungs.length - 1 : found, from + 1)
  return rungs.slice(from, to + 1)
}

/** Position of a value on the logarithmic scale: 0 to 1. */
export function partOnRungs(value: number, ladder: readonly number[]): number {
  const low = Math.log(ladder[0] ?? 1)
  const high = Math.log(ladder.at(-1) ?? Math.E)
  return Math.min(Math.max((Math.log(value) - low) / (high - low), 0), 1)
}
