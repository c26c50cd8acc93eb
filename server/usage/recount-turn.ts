// Whose turn it is to be recounted again tonight, so that everything recorded is verified anew within
// about a month and no night has more to do than its share. Pure.

/** A day that was recounted before, UTC. */
export interface CheckedDay {
  readonly startsAt: number
  /** What its sums say, which is near enough to what counting it costs. */
  readonly events: number
}

/** Nights until every day's turn has come. */
export const nightsOfTurn = 28
/** Counted again in one night; more than 280 million recorded events therefore take longer than a month. */
export const eventsOfNightMax = 10_000_000

/** How many of so many days one night's share is. */
export function daysOfNight(days: number): number {
  return Math.ceil(days / nightsOfTurn)
}

/** Of the days whose turn it is, longest waiting first, as many as the night can bear; one at the least. */
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
