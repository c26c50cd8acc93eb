// Schedules the free slots: each goes to the webhook with the fewest requests under way that has a
// delivery due, up to the webhook's cap, and never more than half of all slots to retries. So slow
// receivers cannot delay the others, and new events are sent at once.

import type { DeliveryPriority } from './delivery.ts'
import type { DueTimes } from './delivery-queue-store.ts'

/** Requests under way at most, over all webhooks. */
export const slotsMax = 64
/** Slots for retries and replays at most. */
export const retrySlotsMax = slotsMax / 2

/** One webhook as scheduling sees it. */
export interface Target {
  readonly webhookId: string
  readonly cap: number
  readonly due: DueTimes
  readonly inFlight: Readonly<Record<DeliveryPriority, number>>
}

export interface SlotShare {
  readonly webhookId: string
  readonly priority: DeliveryPriority
  readonly limit: number
}

/**
 * Among webhooks with the same number under way, the first in the list is served; the dispatcher
 * rotates the list.
 */
export function scheduleSlots(targets: readonly Target[], nowMs: number): readonly SlotShare[] {
  const used = (priority: DeliveryPriority) =>
    targets.reduce((total, { inFlight }) => total + inFlight[priority], 0)
  const free = {
    all: slotsMax - used('first_attempt') - used('retry'),
    retry: retrySlotsMax - used('retry'),
  }
  const shares = targets
    .filter(({ due }) => isDue('first_attempt', due, nowMs) || isDue('retry', due, nowMs))
    .map((target) => ({ target, first_attempt: 0, retry: 0 }))
  let open = shares
  while (free.all > 0) {
    open = open.filter((share) => nextPriority(share, free.retry > 0, nowMs) !== undefined)
    const share = fewestUnderWay(open)
    const priority = share && nextPriority(share, free.retry > 0, nowMs)
    if (share === undefined || priority === undefined) break
    share[priority] += 1
    free.all -= 1
    if (priority === 'retry') free.retry -= 1
  }
  return shares.flatMap(({ target: { webhookId }, first_attempt, retry }) => [
    ...(retry > 0 ? [{ webhookId, priority: 'retry' as const, limit: retry }] : []),
    ...(first_attempt > 0
      ? [{ webhookId, priority: 'first_attempt' as const, limit: first_attempt }]
      : []),
  ])
}

interface Share {
  readonly target: Target
  first_attempt: number
  retry: number
}

function fewestUnderWay(shares: readonly Share[]): Share | undefined {
  let fewest: Share | undefined
  for (const share of shares) {
    if (fewest === undefined || underWay(share) < underWay(fewest)) fewest = share
  }
  return fewest
}

function underWay({ target: { inFlight }, first_attempt, retry }: Share): number {
  return inFlight.first_attempt + inFlight.retry + first_attempt + retry
}

/**
 * Returns the priority that a webhook would use one more slot for; undefined when it may have none.
 */
function nextPriority(
  share: Share,
  mayRetry: boolean,
  nowMs: number,
): DeliveryPriority | undefined {
  const { cap, due, inFlight } = share.target
  if (underWay(share) >= cap) return undefined
  const wantsFirst = isDue('first_attempt', due, nowMs)
  const wantsRetry = isDue('retry', due, nowMs) && mayRetry
  if (wantsFirst && wantsRetry) {
    if (cap === 1) return (due.first_attempt ?? 0) < (due.retry ?? 0) ? 'first_attempt' : 'retry'
    return inFlight.retry + share.retry < Math.floor(cap / 2) ? 'retry' : 'first_attempt'
  }
  if (wantsFirst) return 'first_attempt'
  return wantsRetry ? 'retry' : undefined
}

/**
 * A first attempt is due whatever the clock says, because the clock may have been set back since
 * the event.
 */
export function isDue(priority: DeliveryPriority, due: DueTimes, nowMs: number): boolean {
  const at = due[priority]
  return at !== undefined && (priority === 'first_attempt' || at <= nowMs)
}
