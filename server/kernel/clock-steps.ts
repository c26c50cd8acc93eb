// Tells instants that were recorded before the clock of the machine was set back. Pure.

/** Clocks of the nodes, and small corrections of one clock, differ by less than this many milliseconds. */
export const skewMsMax = 5 * 60_000

/** Whether a recorded instant is so far ahead of `nowMs` that the clock was set back after it was recorded. */
export function isFromFuture(recordedAt: number, nowMs: number): boolean {
  return recordedAt > nowMs + skewMsMax
}
