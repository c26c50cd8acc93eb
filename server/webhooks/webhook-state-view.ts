// How a webhook is doing: what waits for it, and when something last came through.

import { sql } from 'kysely'
import type { Reader } from '../db/transaction.ts'
import { subscribableEvents } from '../events/event.ts'
import { firstIdAt } from '../kernel/ids.ts'
import type { DeliveryState } from './delivery.ts'
import { seekDeliveries } from './delivery-seek-view.ts'
import { countPending } from './delivery-store.ts'
import { listDeliveries } from './delivery-view.ts'

export interface WebhookState {
  /** Everything that waits to be sent, due or not. */
  readonly pending: number
  /** When the oldest of it that is due came due; undefined where none is. */
  readonly dueSince: number | undefined
  /** undefined where nothing has come through that is still in the log. */
  readonly lastDeliveredAt: number | undefined
  readonly lastDay: DayOfDeliveries
}

/** What became of the events of the last 24 hours. Tests are left out. */
export interface DayOfDeliveries {
  readonly delivered: number
  readonly failed: number
  /** There are more of at least one than were counted. */
  readonly isMore: boolean
}

/** Of one state and one kind of event: a busy webhook must not make its screen wait. */
export const dayCountMax = 10_000
const dayMs = 24 * 60 * 60 * 1000

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

/** For each kind of event that is not asked for. */
async function countOfEach(
  db: Reader,
  webhookId: string,
  since: { readonly state: DeliveryState; readonly idFrom: string },
): Promise<readonly number[]> {
  const counts = []
  for (const eventType of subscribableEvents) {
    const seek = { ...since, eventType, order: 'desc', limit: dayCountMax } as const
    const { count } = await db
      .selectFrom(seekDeliveries(db, webhookId, seek).as('found'))
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    counts.push(Number(count))
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
    .where('state', '=', sql.lit('pending' as const))
    .where('webhook_id', '=', webhookId)
    .where('lane', 'in', ['first', 'retry'])
    .where('due_at', '<=', nowMs)
    .executeTakeFirst()
  return row?.oldest ?? undefined
}
