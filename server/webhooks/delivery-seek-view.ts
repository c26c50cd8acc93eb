// Finds the first or the last deliveries of a webhook by their ids, however long its log is: one index
// serves every choice of states and kinds of event, and only that one can be chosen.

import type { Reader } from '../db/transaction.ts'
import { type EventType, eventTypes } from '../events/event.ts'
import { type DeliveryState, deliveryStates } from './delivery.ts'

export interface DeliverySeek {
  /** Of every state, where none is named. */
  readonly state?: DeliveryState | undefined
  /** Of every kind, where none is named. */
  readonly eventType?: EventType | undefined
  /** The kinds that are meant by every kind. */
  readonly among?: readonly EventType[]
  /** Ids sort by creation time, so a span of time is a span of ids: from this one on, ... */
  readonly idFrom?: string | undefined
  /** ... and before this one. */
  readonly idBefore?: string | undefined
  /** Only what comes after this one in the order that is asked for. */
  readonly after?: string | undefined
  readonly order: 'asc' | 'desc'
  /** Of each state and kind: what is more than that of them all together is for the caller to leave. */
  readonly limit: number
}

/** A query for ids, to be part of another. */
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
  const found = db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('state', '=', state)
    .where('event_type', '=', type)
    .$if(idFrom !== undefined, (query) => query.where('id', '>=', idFrom ?? ''))
    .$if(idBefore !== undefined, (query) => query.where('id', '<', idBefore ?? ''))
    .$if(after !== undefined, (query) =>
      query.where('id', order === 'asc' ? '>' : '<', after ?? ''),
    )
    .orderBy('id', order)
    .limit(limit)
  // A part of a union must not end in an order of its own.
  return db.selectFrom(found.as('found')).select('found.id')
}
