// Shares the free slots out: each goes to the webhook with the fewest requests under way that has
// something due, within the cap of each, and never more than half of all to retries. So slow receivers
// cannot keep the others waiting, and what just happened is told at once.

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

/** Of webhooks with the same number under way the first in order is served; whoever calls changes that. */
export function allotSlots(targets: readonly Target[], nowMs: number): readonly Allotment[] {
  const used = (lane: Lane) => targets.reduce((sum, { inFlight }) => sum + inFlight[lane], 0)
  const free = {
    all: slotsMax - used('first') - used('retry'),
    retry: retrySlotsMax - used('retry'),
  }
  const shares = targets
    .filter(({ due }) => isDue('first', due, nowMs) || isDue('retry', due, nowMs))
    .map((target) => ({ target, first: 0, retry: 0 }))
  let open = shares
  while (free.all > 0) {
    open = open.filter((share) => nextLane(share, free.retry > 0, nowMs) !== undefined)
    const share = fewestUnderWay(open)
    const lane = share && nextLane(share, free.retry > 0, nowMs)
    if (share === undefined || lane === undefined) break
    share[lane] += 1
    free.all -= 1
    if (lane === 'retry') free.retry -= 1
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

function fewestUnderWay(shares: readonly Share[]): Share | undefined {
  let fewest: Share | undefined
  for (const share of shares) {
    if (fewest === undefined || underWay(share) < underWay(fewest)) fewest = share
  }
  return fewest
}

function underWay({ target: { inFlight }, first, retry }: Share): number {
  return inFlight.first + inFlight.retry + first + retry
}

/** Which of its lanes a webhook would use one more slot for; undefined when it may have none. */
function nextLane(share: Share, mayRetry: boolean, nowMs: number): Lane | undefined {
  const { cap, due, inFlight } = share.target
  if (underWay(share) >= cap) return undefined
  const wantsFirst = isDue('first', due, nowMs)
  const wantsRetry = isDue('retry', due, nowMs) && mayRetry
  if (wantsFirst && wantsRetry) {
    if (cap === 1) return (due.first ?? 0) < (due.retry ?? 0) ? 'first' : 'retry'
    return inFlight.retry + share.retry < Math.floor(cap / 2) ? 'retry' : 'first'
  }
  if (wantsFirst) return 'first'
  return wantsRetry ? 'retry' : undefined
}

/** A first attempt is due whatever the clock says: it may have been set back since the event. */
export function isDue(lane: Lane, due: DueTimes, nowMs: number): boolean {
  const at = due[lane]
  return at !== undefined && (lane === 'first' || at <= nowMs)
}
