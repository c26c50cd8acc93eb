// Decides when a failed or interrupted job is due again. Pure. A handler that ends with `again` or `wait` names the
// time itself (for a verification: verifications/provider-job/poll-schedule.ts).

/** Longest delay between two attempts. */
export const retryDelayMsMax = 300_000

/** Delays after the first, second, ... failed attempt; the last one repeats. */
const retryDelaysMs = [2_000, 5_000, 15_000, 30_000, 60_000, 120_000, retryDelayMsMax] as const

/** After this many exceptions in a row the job fails: waiting does not fix a bug. */
export const throwsMax = 10
/**
 * Limits for handlers that never give up by themselves, reached together: attempts at the longest delay, and the time
 * that they take. A handler that gives up by a setting, after 30 days at most, does so before.
 */
export const attemptsMax = 10_000
export const failingMsMax = attemptsMax * retryDelayMsMax
/**
 * From this many interruptions in a row on a job is a suspect, unless its last run ended by itself: it runs with no
 * other job in its server.
 */
export const suspectFrom = 2
/** From this many on it is one, however its last run ended. */
export const suspectAnywayFrom = 5
/** Reason of a run that its server's crash ended. */
export const interrupted = 'interrupted'
/** Reasons of runs that did not end by themselves: the server crashed or stopped, or lost its lease. */
export const cutOffReasons: readonly string[] = [interrupted, 'stopping', 'lease_lost']
/** A job that has ended this many servers in a row in trials is set aside. */
export const loneDeathsMax = 3
/** After this many interruptions of any kind in a row the job fails: the ends of its runs cannot be written. */
export const interruptionsMax = 50

/** Delays after the first, second, ... interruption in a row; the last one repeats. */
const interruptionDelaysMs = [0, 0, 5_000, 40_000] as const

/** @param failedAttempts so far, counting the one that just ended; at least 1 */
export function retryAt(nowMs: number, failedAttempts: number): number {
  const delay = retryDelaysMs[Math.min(failedAttempts, retryDelaysMs.length) - 1]
  return nowMs + (delay ?? 0)
}

/** @param reason of the last run; null or undefined if there was none */
export function isSuspect({ interruptions, reason }: Interrupted): boolean {
  if (interruptions >= suspectAnywayFrom) return true
  return interruptions >= suspectFrom && cutOffReasons.includes(reason ?? '')
}

interface Interrupted {
  readonly interruptions: number
  readonly reason: string | null | undefined
}

/**
 * Returns when an interrupted job is due: at once the first two times, then after a growing delay, so that a job that
 * crashes its servers leaves them time for the others, and a server that it crashed is sound before the next try.
 * @param interruptions interruptions in a row, counting the one that just ended if it counts
 */
export function resumeAt(nowMs: number, interruptions: number): number {
  const delay = interruptionDelaysMs[Math.min(interruptions, interruptionDelaysMs.length) - 1]
  return nowMs + (delay ?? 0)
}
