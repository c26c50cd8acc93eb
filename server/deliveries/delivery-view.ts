// Reads deliveries joined with their events.

import { orUndefined } from '../db/columns.ts'
import { countRows } from '../db/count-rows.ts'
import type { Reader } from '../db/transaction.ts'
import type { EventTable } from '../events/event-table.ts'
import type { PageRequest } from '../kernel/page.ts'
import type { Attempt, Delivery, DeliveryFilter } from './delivery.ts'
import { seekDeliveries } from './delivery-seek-view.ts'
import { type DeliveryTable, pendingDelivery } from './delivery-table.ts'

/** Newest first. Returns one row more than the page's limit when there are more. */
export async function listDeliveries(
  db: Reader,
  webhookId: string,
  filter: DeliveryFilter,
  page: PageRequest,
): Promise<readonly Delivery[]> {
  const { verificationId, ...span } = filter
  if (verificationId !== undefined) {
    return listOfVerification(db, webhookId, { ...span, verificationId }, page)
  }
  const limit = page.limit + 1
  const newest = { ...span, after: page.after, order: 'desc', limit } as const
  const rows = await withEvents(db)
    .where('delivery.id', 'in', seekDeliveries(db, webhookId, newest))
    .orderBy('delivery.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toDelivery)
}

export async function findDelivery(
  db: Reader,
  webhookId: string,
  id: string,
): Promise<Delivery | undefined> {
  const row = await withEvents(db)
    .where('delivery.id', '=', id)
    .where('delivery.webhook_id', '=', webhookId)
    .executeTakeFirst()
  return row && toDelivery(row)
}

/**
 * Fetches all deliveries of a verification and filters them here. A verification has few events and
 * an event few deliveries, which SQLite cannot know: it would scan the whole log of the webhook.
 */
async function listOfVerification(
  db: Reader,
  webhookId: string,
  filter: DeliveryFilter & { readonly verificationId: string },
  { after, limit }: PageRequest,
): Promise<readonly Delivery[]> {
  const events = db.selectFrom('events').select('id')
  const known = await events.where('subject_id', '=', filter.verificationId).execute()
  if (known.length === 0) return []
  const eventIds = known.map(({ id }) => id)
  const rows = await withEvents(db).where('delivery.event_id', 'in', eventIds).execute()
  const { state, eventType, idFrom = '', idBefore } = filter
  return rows
    .map(toDelivery)
    .filter((one) => one.webhookId === webhookId)
    .filter((one) => state === undefined || one.state === state)
    .filter((one) => eventType === undefined || one.eventType === eventType)
    .filter(({ id }) => id >= idFrom && (idBefore === undefined || id < idBefore))
    .filter(({ id }) => after === undefined || id < after)
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, limit + 1)
}

function withEvents(db: Reader) {
  return db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('events as event', 'event.id', 'delivery.event_id')
    .select(columns)
}

const columns = [
  'delivery.id',
  'delivery.event_id',
  'event.type',
  'event.subject_id',
  'delivery.webhook_id',
  'delivery.state',
  'delivery.due_at',
  'delivery.attempts',
  'delivery.replays',
  'delivery.last_status',
  'delivery.last_error',
  'delivery.created_at',
  'delivery.finished_at',
] as const

type Row = Pick<
  DeliveryTable,
  | 'id'
  | 'event_id'
  | 'webhook_id'
  | 'state'
  | 'due_at'
  | 'attempts'
  | 'replays'
  | 'last_status'
  | 'last_error'
  | 'created_at'
  | 'finished_at'
> &
  Pick<EventTable, 'type' | 'subject_id'>

function toDelivery(row: Row): Delivery {
  return {
    id: row.id,
    eventId: row.event_id,
    eventType: row.type,
    subjectId: row.subject_id,
    webhookId: row.webhook_id,
    state: row.state,
    attempts: row.attempts,
    replays: row.replays,
    dueAt: row.due_at,
    lastStatus: orUndefined(row.last_status),
    lastError: orUndefined(row.last_error),
    createdAt: row.created_at,
    finishedAt: orUndefined(row.finished_at),
  }
}

/** Replays make attempts without end; older ones than these are not shown. */
export const attemptsShownMax = 100

/** In the order in which they were made. */
export async function listAttempts(db: Reader, deliveryId: string): Promise<readonly Attempt[]> {
  const rows = await db
    .selectFrom('webhook_attempts')
    .select(['number', 'started_at', 'duration_ms', 'status', 'error'])
    .where('delivery_id', '=', deliveryId)
    .orderBy('number', 'desc')
    .limit(attemptsShownMax)
    .execute()
  return rows.toReversed().map((row) => ({
    number: row.number,
    startedAt: row.started_at,
    durationMs: row.duration_ms,
    status: orUndefined(row.status),
    error: orUndefined(row.error),
  }))
}

/** How many wait to be sent to a webhook, or are being sent. */
export function countPending(db: Reader, webhookId: string): Promise<number> {
  return countRows(
    db
      .selectFrom('webhook_deliveries')
      .where('webhook_id', '=', webhookId)
      .where('state', '=', pendingDelivery),
  )
}
