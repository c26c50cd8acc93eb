// Reads which deliveries can be replayed.

import type { Reader } from '../db/transaction.ts'
import { type SubscribableEvent, subscribableEvents } from '../events/event.ts'
import type { DeliveryState } from './delivery.ts'
import { seekDeliveries } from './delivery-seek-view.ts'

export async function isBodyKept(db: Reader, eventId: string): Promise<boolean> {
  const row = await db
    .selectFrom('events')
    .select('id')
    .where('id', '=', eventId)
    .where('body', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

interface ReplayCandidate {
  readonly id: string
  readonly createdAt: number
  readonly isBodyKept: boolean
}

/**
 * Oldest first, without test events. The result says whether each body is kept instead of filtering
 * by it, so that a query stays short however few bodies are kept.
 */
export async function listReplayCandidates(
  db: Reader,
  webhookId: string,
  span: {
    readonly state: DeliveryState
    /** undefined for every subscribable event. */
    readonly eventType: SubscribableEvent | undefined
    readonly idBefore: string
    /** Only ids after this one. */
    readonly after: string
    readonly limit: number
  },
): Promise<readonly ReplayCandidate[]> {
  const oldest = { ...span, among: subscribableEvents, order: 'asc' } as const
  const rows = await db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('events as event', 'event.id', 'delivery.event_id')
    .select(['delivery.id', 'delivery.created_at'])
    .select((select) => select('event.body', 'is', null).as('is_body_gone'))
    .where('delivery.id', 'in', seekDeliveries(db, webhookId, oldest))
    .orderBy('delivery.id')
    .limit(span.limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    // SQLite says 0 or 1.
    isBodyKept: !row.is_body_gone,
  }))
}
