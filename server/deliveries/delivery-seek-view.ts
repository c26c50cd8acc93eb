// Finds the oldest or newest deliveries of a webhook by id, fast however long its log is: the query
// is a union of one index range for each state and event type, so SQLite can only use that index.

import { ifGiven } from '../db/if-given.ts'
import type { Reader } from '../db/transaction.ts'
import { type EventType, eventTypes } from '../events/event.ts'
import { type DeliveryState, deliveryStates } from './delivery.ts'

interface DeliverySeek {
  /** undefined for every state. */
  readonly state?: DeliveryState | undefined
  /** undefined for every event type in `among`. */
  readonly eventType?: EventType | undefined
  /** The event types to search when `eventType` is undefined; absent for all of them. */
  readonly among?: readonly EventType[]
  /** Ids sort by creation time, so a span of time is a span of ids: from this id on, ... */
  readonly idFrom?: string | undefined
  /** ... and before this id. */
  readonly idBefore?: string | undefined
  /** Only ids after this one in the requested order. */
  readonly after?: string | undefined
  readonly order: 'asc' | 'desc'
  /** Rows for each state and event type; the using query applies the limit to their union. */
  readonly limit: number
}

/** Returns a query for ids, to be used as a subquery. */
export function seekDeliveries(db: Reader, webhookId: string, seek: DeliverySeek) {
  const states = seek.state === undefined ? deliveryStates : [seek.state]
  const types = seek.eventType === undefined ? (seek.among ?? eventTypes) : [seek.eventType]
  return states
    .flatMap((state) => types.map((type) => seekOne(db, webhookId, { ...seek, state, type })))
    .reduce((all, one) => all.unionAll(one))
}

function seekOne(
  db: Reader,
  webhookId: string,
  {
    state,
    type,
    ...seek
  }: DeliverySeek & { readonly state: DeliveryState; readonly type: EventType },
) {
  const { idFrom, idBefore, after, order, limit } = seek
  const ids = db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('state', '=', state)
    .where('event_type', '=', type)
    .$call(ifGiven(idFrom, (query, value) => query.where('id', '>=', value)))
    .$call(ifGiven(idBefore, (query, value) => query.where('id', '<', value)))
    .$call(ifGiven(after, (query, value) => query.where('id', order === 'asc' ? '>' : '<', value)))
    .orderBy('id', order)
    .limit(limit)
  // SQL allows no order within a part of a union, so the ordered query becomes a subquery.
  return db.selectFrom(ids.as('found')).select('found.id')
}
