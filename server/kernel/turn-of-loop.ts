// Tells turns of the event loop apart, for what may be shared only by requests that arrived together.

import { performance } from 'node:perf_hooks'

/**
 * Returns a number that grows whenever Node asks the operating system for new events: the loop counts a turn just
 * before it asks. So all requests that are handled under one number had arrived before the first of them was handled,
 * and the immediates and timers that follow never share the number of later requests.
 */
export function turnOfLoop(): number {
  const { loopCount, events } = performance.nodeTiming.uvMetricsInfo
  // A loop with more than a thousand events asks again within the turn; `events` grows in between.
  return loopCount + events
}
