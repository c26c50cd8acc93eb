// A histogram of times to a result, and quantiles estimated from it. It has twelve steps for each factor of ten, so
// that an estimated median is within a tenth of the true one. Pure.

const decadesMs = [100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]
const parts = [10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82]

/** Upper bounds in milliseconds, ascending; the last step also holds all longer times. */
export const timeSteps: readonly number[] = [
  ...decadesMs.flatMap((decade) => parts.map((part) => (decade * part) / 10)),
  1_000_000_000,
]

const longestMs = 1_000_000_000

/** Returns the first step that is not shorter than `timeMs`. */
export function stepOf(timeMs: number): number {
  return timeSteps.find((step) => step >= timeMs) ?? longestMs
}

/** Number of times by step. */
export type StepCounts = ReadonlyMap<number, number>

/**
 * Returns the quantile in milliseconds, interpolated within its step; undefined when all counts are zero.
 * @param share 0 to 1: 0.5 for the median
 */
export function timeWithin(counts: StepCounts, share: number): number | undefined {
  const steps = [...counts].toSorted(([one], [other]) => one - other)
  const total = steps.reduce((sum, [, count]) => sum + count, 0)
  const wanted = total * share
  let before = 0
  for (const [step, count] of steps) {
    if (count > 0 && before + count >= wanted) {
      const from = timeSteps[timeSteps.indexOf(step) - 1] ?? 0
      return Math.round(from + ((wanted - before) / count) * (step - from))
    }
    before += count
  }
  return undefined
}
