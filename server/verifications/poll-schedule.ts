// Decides when to poll the provider again: often at first, since most results take seconds; less often later,
// since a manual review at the provider takes hours. Pure.

const waitMsMin = 2_000
const waitMsMax = 300_000

/** Waits half of the time since submission, between two seconds and five minutes. */
export function nextPollAt(nowMs: number, submittedAt: number): number {
  const waited = Math.max(0, nowMs - submittedAt)
  return nowMs + Math.min(Math.max(Math.round(waited / 2), waitMsMin), waitMsMax)
}
