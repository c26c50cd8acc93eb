// Formats the time until an instant, short enough for a table.

const units = [
  ['d', 48 * 3_600_000, 86_400_000],
  ['h', 120 * 60_000, 3_600_000],
  ['min', 120_000, 60_000],
] as const

/** Returns `in 5 min`, rounded up, or `now` if the instant has passed. */
export function fromNow(instantMs: number, nowMs: number): string {
  const restMs = instantMs - nowMs
  return restMs <= 0 ? 'now' : `in ${spanText(restMs)}`
}

/** `5 min`, rounded up. */
export function spanText(spanMs: number): string {
  const [unit, , unitMs] = units.find(([, leastMs]) => spanMs >= leastMs) ?? ['s', 0, 1000]
  return `${Math.ceil(spanMs / unitMs)} ${unit}`
}
