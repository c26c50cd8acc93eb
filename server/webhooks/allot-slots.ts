// Shares the free slots out: evenly among the webhooks that have something due, within the cap of each,
// and never more than half of all for retries, so that what just happened is told at once.

import type { Lane } from './delivery.ts'
import type { DueTimes } from './delivery-queue-store.ts'

/** Requests under way at most, over all webhooks. */
export const slotsMax = 64
/** Of those, for retries and replays. */
export const retrySlotsMax = slotsMax / 2

/** One webhook, as far as its share goes. */
export interface Target {
  readonly webhookId: string
  readonly cap: number
  readonly due: DueTimes
  readonly inFlight: Readonly<Record<Lane, number>>
}

export interface Allotment {
  readonly webhookId: string
  readonly lane: Lane
  readonly limit: number
}

/** `targets` are served in their order, one slot each in turn; whoever calls moves the beginning on. */
export function allotSlots(targets: readonly Target[], nowMs: number): readonly Allotment[] {
  const used = (lane: Lane) => targets.reduce((sum, { inFlight }) => sum + inFlight[lane], 0)
  const free = {
    all: slotsMax - used('first') - used('retry'),
    retry: retrySlotsMax - used('retry'),
  }
  const shares = targets
    .filter(({ due }) => isDue(due.first, nowMs) || isDue(due.retry, nowMs))
    .map((target) => ({ target, first: 0, retry: 0 }))
  let open = shares
  while (open.length > 0 && free.all > 0) {
    open = open.filter((share) => {
      const lane = free.all > 0 ? nextLane(share, free.retry > 0, nowMs) : undefined
      if (lane === undefined) return false
      share[lane] += 1
      free.all -= 1
      if (lane === 'retry') free.retry -= 1
      return true
    })
  }
  return shares.flatMap(({ target: { webhookId }, first, retry }) => [
    ...(retry > 0 ? [{ webhookId, lane: 'retry' as const, limit: retry }] : []),
    ...(first > 0 ? [{ webhookId, lane: 'first' as const, limit: first }] : []),
  ])
}

interface Share {
  readonly target: Target
  first: number
  retry: number
}

/** Which of its lanes a webhook would use one more slot for; undefined when it may have none. */
function nextLane(share: Share, mayRetry: boolean, nowMs: number): Lane | undefined {
  const { target } = share
  const { cap, due, inFlight } = target
  const retries = inFlight.retry + share.retry
  if (inFlight.first + share.first + retries >= cap) return undefined
  const wantsFirst = isDue(due.first, nowMs)
  const wantsRetry = isDue(due.retry, nowMs) && mayRetry
  if (wantsFirst && wantsRetry) {
    if (cap === 1) return isEarlier(due.first, due.retry) ? 'first' : 'retry'
    return retries < Math.floor(cap / 2) ? 'retry' : 'first'
  }
  if (wantsFirst) return 'first'
  return wantsRetry ? 'retry' : undefined
}

function isDue(at: number | undefined, nowMs: number): boolean {
  return at !== undefined && at <= nowMs
}

function isEarlier(one: number | undefined, other: number | undefined): boolean {
  return (one ?? Number.POSITIVE_INFINITY) < (other ?? Number.POSITIVE_INFINITY)
}
