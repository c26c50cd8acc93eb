// How many requests one webhook may have under way. A receiver that stalls keeps its slots until the
// deadline, so after repeated time-outs it gets one at a time, and earns the others back by answering.

import type { Exchange } from './exchange.ts'

export interface Pace {
  /** Requests that may be under way. */
  readonly cap: number
  readonly timeoutsInRow: number
}

export const capMax = 8
const timeoutsInRowMax = 3

/** One probe first, then doubling: that spreads a backlog after a start or an outage, too. */
export const startingPace: Pace = { cap: 1, timeoutsInRow: 0 }

export function paceAfter(pace: Pace, exchange: Exchange): Pace {
  if (exchange.kind === 'answered') {
    return { cap: Math.min(pace.cap * 2, capMax), timeoutsInRow: 0 }
  }
  // Whatever fails at once holds no slot for long.
  if (exchange.error !== 'timeout') return pace
  const timeoutsInRow = pace.timeoutsInRow + 1
  return { cap: timeoutsInRow >= timeoutsInRowMax ? 1 : pace.cap, timeoutsInRow }
}
