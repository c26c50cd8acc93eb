// Gives back once what loading the program has left over, about a seventh of the memory: Node would keep it for as long
// as the server has little to do. It waits until the server has been at rest, because collecting holds every request.

import type { Clock } from './kernel/clock.ts'

/** The server has to be at rest for this long. */
const restMs = 500
/** Largest share of the time that the event loop of a server at rest is busy. */
const busyShareMax = 0.1

interface FreeingNeeds {
  readonly clock: Pick<Clock, 'after'>
  /** Returns the share of the time since its last call in which the event loop was busy. */
  readonly busyShare?: () => number
  /** Collects all garbage, which takes about 80 ms. */
  readonly collect: () => void
}

export function freeStartMemory({
  clock,
  busyShare = createBusyShare(),
  collect,
}: FreeingNeeds): void {
  clock.after(restMs, () => {
    if (busyShare() <= busyShareMax) collect()
    else freeStartMemory({ clock, busyShare, collect })
  })
}

/** The first call speaks of the time since this one. */
export function createBusyShare(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization
  }
}
