// Limits how many requests to one webhook may be under way. A receiver that stalls holds its slots
// until the deadline, so after repeated timeouts its cap falls to 1; each response doubles the cap
// again.

import type { AttemptResponse } from './attempt-response.ts'

export interface ConcurrencyCap {
  /** Requests that may be under way at the same time. */
  readonly cap: number
  readonly timeoutsInRow: number
}

export const capMax = 8
const timeoutsInRowMax = 3

/** One request first, then doubling; that also spreads a backlog after a start or an outage. */
export const startingCap: ConcurrencyCap = { cap: 1, timeoutsInRow: 0 }

export function capAfter(pace: ConcurrencyCap, response: AttemptResponse): ConcurrencyCap {
  if (response.kind === 'answered') {
    return { cap: Math.min(pace.cap * 2, capMax), timeoutsInRow: 0 }
  }
  // A failure other than a timeout holds no slot for long.
  if (response.error !== 'timeout') return pace
  const timeoutsInRow = pace.timeoutsInRow + 1
  return { cap: timeoutsInRow >= timeoutsInRowMax ? 1 : pace.cap, timeoutsInRow }
}
