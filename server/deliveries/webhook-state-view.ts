// Reads the state of a webhook for the console: pending deliveries, the last delivered one, counts
// of the last day.

import { countRows } from '../db/count-rows.ts'
import type { Reader } from '../db/transaction.ts'
import { subscribableEvents } from '../events/event.ts'
import { dayMs } from '../kernel/durations.ts'
import { firstIdAt } from '../kernel/ids.ts'
import type { DeliveryState } from './delivery.ts'
import { seekDeliveries } from './delivery-seek-view.ts'
import { pendingDelivery } from './delivery-table.ts'
import { countPending, listDeliveries } from './delivery-view.ts'
import type { DayOfDeliveries, WebhookState } from './webhook-state.ts'

/**
 * Rows counted for each state and event type, so that a busy webhook does not slow the page down.
 */
const dayCountMax = 10_000

export async function readWebhookState(
  db: Reader,
  webhookId: string,
  nowMs: number,
): Promise<WebhookState> {
  const newest = { limit: 1, after: undefined }
  const [delivered] = await listDeliveries(db, webhookId, { state: 'delivered' }, newest)
  return {
    pending: await countPending(db, webhookId),
    dueSince: await findDueSince(db, webhookId, nowMs),
    lastDeliveredAt: delivered?.finishedAt,
    lastDay: await readLastDay(db, webhookId, nowMs),
  }
}

async function readLastDay(db: Reader, webhookId: string, nowMs: number): Promise<DayOfDeliveries> {
  const idFrom = firstIdAt('dlv', nowMs - dayMs)
  const delivered = await countOfEach(db, webhookId, { state: 'delivered', idFrom })
  const failed = await countOfEach(db, webhookId, { state: 'failed', idFrom })
  const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0)
  const isMore = [...delivered, ...failed].some((count) => count === dayCountMax)
  return { delivered: sum(delivered), failed: sum(failed), isMore }
}

/** Returns one count for each subscribable event. */
async function countOfEach(
  db: Reader,
  webhookId: string,
  since: { readonly state: DeliveryState; readonly idFrom: string },
): Promise<readonly number[]> {
  const counts = []
  for (const eventType of subscribableEvents) {
    const seek = { ...since, eventType, order: 'desc', limit: dayCountMax } as const
    const found = db.selectFrom(seekDeliveries(db, webhookId, seek).as('found'))
    counts.push(await countRows(found))
  }
  return counts
}

async function findDueSince(
  db: Reader,
  webhookId: string,
  nowMs: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select((select) => select.fn.min('due_at').as('oldest'))
    .where('state', '=', pendingDelivery)
    .where('webhook_id', '=', webhookId)
    .where('priority', 'in', ['first_attempt', 'retry'])
    .where('due_at', '<=', nowMs)
    .executeTakeFirst()
  return row?.oldest ?? undefined
}
