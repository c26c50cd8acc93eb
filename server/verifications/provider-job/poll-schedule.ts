// Decides when to poll the provider again: often at first, since most results take seconds; less often later,
// since a manual review at the provider takes hours. Pure.

const waitMsMin = 2_000
const waitMsMax = 300_000

/**
 * Waits half of the time that has passed, between two seconds and five minutes.
 * @param since when the images were submitted, or when an upload that was cut off began
 */
export function nextPollAt(nowMs: number, since: number): number {
  const waited = Math.max(0, nowMs - since)
  return nowMs + Math.min(Math.max(Math.round(waited / 2), waitMsMin), waitMsMax)
}
