// Reads what decides whether deliveries can be sent again.

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

export interface ReplayCandidate {
  readonly id: string
  readonly createdAt: number
  readonly isBodyKept: boolean
}

/** Oldest first, without tests: those were answered when they were sent. The body is looked at by the caller, so that each look is short however few are kept. */
export async function listReplayCandidates(
  db: Reader,
  webhookId: string,
  span: {
    readonly state: DeliveryState
    /** Of every kind that can be subscribed to, where none is named. */
    readonly eventType: SubscribableEvent | undefined
    readonly idBefore: string
    /** Those that come after it. */
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
