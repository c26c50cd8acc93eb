// When to ask the provider again. Soon at first, since most answers take seconds; ever more rarely
// later, since a review by a person takes hours. Pure.

const waitMsMin = 2_000
const waitMsMax = 300_000

/** Half of the time waited so far, between two seconds and five minutes. */
export function nextPollAt(nowMs: number, submittedAt: number): number {
  const waited = Math.max(0, nowMs - submittedAt)
  return nowMs + Math.min(Math.max(Math.round(waited / 2), waitMsMin), waitMsMax)
}
