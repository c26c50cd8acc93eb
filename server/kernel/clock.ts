// Time comes in through here and nowhere else, so that tests can hold it still.

/** Takes back a piece of work that was to be done later; harmless once it has been done. */
export type Cancel = () => void

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** Milliseconds since some instant; for durations, since nobody sets it back or forward. */
  steadyMs(): number
  /** Calls `work` once, `delayMs` from now. A pending call never keeps the process alive. */
  after(delayMs: number, work: () => void): Cancel
}

/** Longest delay a Node timer can hold (2^31 - 1 ms); longer ones would fire at once. */
const timerDelayMsMax = 2_147_483_647

export const systemClock: Clock = {
  now: () => Date.now(),
  steadyMs: () => performance.now(),
  after(delayMs, work) {
    const timer = setTimeout(work, Math.min(Math.max(delayMs, 0), timerDelayMsMax))
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** ISO 8601 in UTC with milliseconds and `Z`, the form of every instant on the wire. */
export function toIso(instantMs: number): string {
  return new Date(instantMs).toISOString()
}
