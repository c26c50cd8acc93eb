// The steps in which times to a result are counted, and what can be told from such counts. Twelve steps
// a factor of ten: a median read from them is within a tenth of the true one. Pure.

const decadesMs = [100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]
const parts = [10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82]

/** Ascending, in milliseconds; the last one takes everything that lasts longer. */
export const timeSteps: readonly number[] = [
  ...decadesMs.flatMap((decade) => parts.map((part) => (decade * part) / 10)),
  1_000_000_000,
]

const longestMs = 1_000_000_000

/** The step that a time belongs to: the first that is not shorter. */
export function stepOf(timeMs: number): number {
  return timeSteps.find((step) => step >= timeMs) ?? longestMs
}

/** How many times belong to each step. */
export type StepCounts = ReadonlyMap<number, number>

/**
 * The time that this share of all stayed within, taken as evenly spread within its step; undefined where
 * nothing was counted.
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
