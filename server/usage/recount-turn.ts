// Picks the days to recount again tonight, so that every day is verified again within about a month and
// the work is spread evenly over the nights. Pure.

/** A UTC day that was recounted before. */
export interface CheckedDay {
  readonly startsAt: number
  /** Events according to its counters: an estimate of what recounting it costs. */
  readonly events: number
}

/** Nights after which every day was recounted once. */
export const nightsOfTurn = 28
/** Most events recounted in one night; more than 280 million stored events take longer than a month. */
export const eventsOfNightMax = 10_000_000

/** Returns how many days one night recounts. */
export function daysOfNight(days: number): number {
  return Math.ceil(days / nightsOfTurn)
}

/** Returns the first of the waiting days, up to `eventsMax` events together, but at least one day. */
export function takeTurn(
  waiting: readonly CheckedDay[],
  eventsMax: number = eventsOfNightMax,
): readonly number[] {
  const taken: number[] = []
  let events = 0
  for (const day of waiting) {
    events += day.events
    if (taken.length > 0 && events > eventsMax) break
    taken.push(day.startsAt)
  }
  return taken
}
