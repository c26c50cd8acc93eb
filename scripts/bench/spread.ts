// Summarises measurements. Pure.

export interface Spread {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/** Percentiles by nearest rank; undefined without values. */
export function spreadOf(values: readonly number[]): Spread | undefined {
  const sorted = values.toSorted((left, right) => left - right)
  const at = (share: number) => sorted[Math.max(Math.ceil(share * sorted.length) - 1, 0)] ?? 0
  return sorted.length === 0 ? undefined : { p50: at(0.5), p99: at(0.99), max: at(1) }
}

/** For an even number of values, the mean of the middle two. @throws Error without values */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  if (upper === undefined || lower === undefined) throw new Error('nothing was measured')
  return (lower + upper) / 2
}

/** How often each value occurs. */
export function countBy(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}
