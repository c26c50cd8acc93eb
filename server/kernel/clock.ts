// The only source of time, so that tests can use a fixed clock.

/** Cancels scheduled work; does nothing once the work has run. */
export type Cancel = () => void

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** Monotonic milliseconds for durations; changes of the system clock do not affect it. */
  steadyMs(): number
  /** Calls `work` once after `delayMs`. A pending call does not keep the process alive. */
  after(delayMs: number, work: () => void): Cancel
}

/** Longest delay of a Node timer (2^31 - 1 ms); longer ones would fire at once. */
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

/** Formats an instant as ISO 8601 in UTC with milliseconds and `Z`, as the API does everywhere. */
export function toIso(instantMs: number): string {
  return new Date(instantMs).toISOString()
}

/** Like `toIso`; null for undefined. */
export function isoOrNull(instantMs: number | undefined): string | null {
  return instantMs === undefined ? null : toIso(instantMs)
}
