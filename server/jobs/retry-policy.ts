// When a failed or interrupted job is due again. Pure: time comes in as an argument.

/** How long one wait may last at most. */
export const retryDelayMsMax = 300_000

/** Waits after the first, second, ... failed attempt; the last one repeats. */
const retryDelaysMs = [2_000, 5_000, 15_000, 30_000, 60_000, 120_000, retryDelayMsMax] as const

/** A handler that throws this many times in a row has a bug that waiting does not mend. */
export const throwsMax = 10
/** Backstop for handlers that never give up by themselves: about a fortnight at the longest wait. */
export const attemptsMax = 4_000
/** A job that is in the air at this many deaths of the process is likely their cause. */
export const interruptionsMax = 50

const interruptionsFree = 3
const interruptionDelayMsMax = 60_000

/** @param attempts Failed attempts so far, this one included; at least 1. */
export function retryAt(nowMs: number, attempts: number): number {
  const delay = retryDelaysMs[Math.min(attempts, retryDelaysMs.length) - 1]
  return nowMs + (delay ?? 0)
}

/**
 * An interrupted job is due at once; only one that keeps being in the air when the process dies waits
 * longer each time, so that it cannot keep the others from being worked.
 * @param interruptions Interruptions in a row, this one included.
 */
export function resumeAt(nowMs: number, interruptions: number): number {
  if (interruptions <= interruptionsFree) return nowMs
  const doublings = Math.min(interruptions - interruptionsFree, 16)
  return nowMs + Math.min(500 * 2 ** doublings, interruptionDelayMsMax)
}
