// Decides when to poll the provider again: often at first, since most results take seconds; less often later,
// since a manual review at the provider takes hours. Pure.

import { isFromFuture } from '../../kernel/clock-steps.ts'

const waitMsMin = 2_000
const waitMsMax = 300_000

/**
 * Waits half of the time that has passed, between two seconds and five minutes; five minutes where the clock was set
 * back, since it is not known how much passed and every pending verification would ask each two seconds.
 * @param since when the images were submitted, or when an upload that was cut off began
 */
export function nextPollAt(nowMs: number, since: number): number {
  if (isFromFuture(since, nowMs)) return nowMs + waitMsMax
  const waited = Math.max(0, nowMs - since)
  return nowMs + Math.min(Math.max(Math.round(waited / 2), waitMsMin), waitMsMax)
}
