// Where things stand in a chart, and where the words beside it go. Pixels from its top.

export const chartHeight = 248
const top = 10
const axis = 30

/** As the chart takes it. */
export const chartPlace = { margin: { top, right: 6, bottom: 0, left: 0 }, axis } as const

/** @param part Of the height of the scale, 0 at its foot. */
export function yAt(part: number): number {
  return top + (1 - part) * (chartHeight - axis - top)
}

/** The second line of what is said lowest stays above the axis. */
const lowest = chartHeight - axis - 12

/**
 * Moves places apart until each has `gap`, none leaves the plot, and their order is kept. Of two that want the
 * same place the later stands higher, as the series of a stack do.
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

/** The next round number, so that the ticks are whole: five of them with 0. */
export function roundTop(most: number): number {
  const steps = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 30, 40, 50, 60, 75, 100]
  const wanted = Math.max(most, 1) / 4
  const power = 10 ** Math.max(0, Math.floor(Math.log10(wanted)) - 1)
  const step = steps.find((one) => one * power >= wanted) ?? 100
  return step * power * 4
}

/** Durations that people think in, a decade or so apart. */
const rungs = [10, 100, 1000, 10_000, 60_000, 600_000, 3_600_000, 36_000_000, 345_600_000] as const

/** Those that hold all values between the first and the last; two at least. */
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

/** How high a value stands on a logarithmic scale between the rungs: 0 to 1. */
export function partOnRungs(value: number, ladder: readonly number[]): number {
  const low = Math.log(ladder[0] ?? 1)
  const high = Math.log(ladder.at(-1) ?? Math.E)
  return Math.min(Math.max((Math.log(value) - low) / (high - low), 0), 1)
}
