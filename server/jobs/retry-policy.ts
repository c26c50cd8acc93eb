// Decides when a failed or interrupted job is due again. Pure. A handler that ends with `again` names the time itself
// (for a verification: verifications/poll-schedule.ts).

/** Longest delay between two attempts. */
export const retryDelayMsMax = 300_000

/** Delays after the first, second, ... failed attempt; the last one repeats. */
const retryDelaysMs = [2_000, 5_000, 15_000, 30_000, 60_000, 120_000, retryDelayMsMax] as const

/** After this many exceptions in a row the job fails: waiting does not fix a bug. */
export const throwsMax = 10
/** Limit for handlers that never give up by themselves: about a fortnight at the longest delay. */
export const attemptsMax = 4_000
/** A job that was running during this many crashes of the process is probably their cause. */
export const interruptionsMax = 50

const interruptionsFree = 3
const interruptionDelayMsMax = 60_000

/** @param attempts failed attempts so far, counting the one that just ended; at least 1 */
export function retryAt(nowMs: number, attempts: number): number {
  const delay = retryDelaysMs[Math.min(attempts, retryDelaysMs.length) - 1]
  return nowMs + (delay ?? 0)
}

/**
 * Returns when an interrupted job is due: at once the first three times, then after a growing delay, so that a
 * job that crashes the process cannot block the others.
 * @param interruptions interruptions in a row, counting the one that just ended
 */
export function resumeAt(nowMs: number, interruptions: number): number {
  if (interruptions <= interruptionsFree) return nowMs
  const doublings = Math.min(interruptions - interruptionsFree, 16)
  return nowMs + Math.min(500 * 2 ** doublings, interruptionDelayMsMax)
}
