// The frequent queries of webhook delivery: insert deliveries and find the due ones.

import { orNull, orUndefined } from '../db/columns.ts'
import { prepare, prepareOptional } from '../db/prepared.ts'
import { prepareInsert } from '../db/prepared-insert.ts'
import { type Reader, type Trx, writeByCommit } from '../db/transaction.ts'
import type { Delivery, DeliveryPriority } from './delivery.ts'
import { deliveryPriority, pendingDelivery } from './delivery-table.ts'

export type DeliveryRow = Omit<Delivery, 'subjectId' | 'replays'> & {
  readonly failedAttempts: number
}

export async function insertDeliveries(
  trx: Trx,
  deliveries: readonly DeliveryRow[],
): Promise<void> {
  for (const delivery of deliveries) {
    await writeByCommit(trx, insertDelivery, {
      id: delivery.id,
      event_id: delivery.eventId,
      event_type: delivery.eventType,
      webhook_id: delivery.webhookId,
      state: delivery.state,
      priority: 'first_attempt',
      due_at: delivery.dueAt,
      attempts: delivery.attempts,
      failed_attempts: delivery.failedAttempts,
      replays: 0,
      last_status: orNull(delivery.lastStatus),
      last_error: orNull(delivery.lastError),
      created_at: delivery.createdAt,
      finished_at: orNull(delivery.finishedAt),
    })
  }
}

const insertDelivery = prepareInsert('webhook_deliveries')

/** The columns of a due delivery that sending needs. */
export interface DueDelivery {
  readonly id: string
  readonly eventId: string
  readonly webhookId: string
  readonly priority: DeliveryPriority
  readonly dueAt: number
  /** Number of the next attempt, from 1. */
  readonly attempt: number
  readonly failedAttempts: number
  /** Compared when an attempt is recorded, to see whether the delivery was replayed meanwhile. */
  readonly replays: number
}

/** Where a delivery stands among those of its webhook and priority. */
type DeliveryPlace = Pick<DueDelivery, 'dueAt' | 'id'>

interface WantedDeliveries {
  readonly webhookId: string
  readonly priority: DeliveryPriority
  readonly nowMs: number
  /** Only those behind this one. */
  readonly after: DeliveryPlace | undefined
  readonly limit: number
}

/** Returns the deliveries of one webhook and priority that have been due longest. */
export async function listDueDeliveries(
  db: Reader,
  { webhookId, priority, nowMs, after, limit }: WantedDeliveries,
): Promise<readonly DueDelivery[]> {
  // A first attempt is due whatever the clock says, because the clock may have been set back since the event.
  const dueBy = priority === 'retry' ? nowMs : Number.MAX_SAFE_INTEGER
  const wanted = { webhookId, priority, dueBy, limit, afterDueAt: after?.dueAt, afterId: after?.id }
  return (await listDue.all(db, wanted)).map((row) => ({
    id: row.id,
    eventId: row.event_id,
    webhookId,
    priority,
    dueAt: row.due_at,
    attempt: row.attempts + 1,
    failedAttempts: row.failed_attempts,
    replays: row.replays,
  }))
}

interface DueRange extends Pick<WantedDeliveries, 'webhookId' | 'priority' | 'limit'> {
  readonly dueBy: number
  readonly afterDueAt: number | undefined
  readonly afterId: string | undefined
}

const listDue = prepareOptional((db, wanted: DueRange) => {
  const { afterDueAt, afterId } = wanted
  const due = db
    .selectFrom('webhook_deliveries')
    .select(['id', 'event_id', 'due_at', 'attempts', 'failed_attempts', 'replays'])
    .where('state', '=', pendingDelivery)
    .where('webhook_id', '=', wanted.webhookId)
    .where('priority', '=', wanted.priority)
    .where('due_at', '<=', wanted.dueBy)
    .orderBy('due_at')
    .orderBy('id')
    .limit(wanted.limit)
  if (afterDueAt === undefined || afterId === undefined) return due
  return due.where((where) =>
    where(where.refTuple('due_at', 'id'), '>', where.tuple(afterDueAt, afterId)),
  )
})

/** When the next delivery of each priority is due; undefined where no delivery is pending. */
export type DueTimes = { readonly [Key in DeliveryPriority]: number | undefined }

/** Returns the due times of every active webhook, at the cost of two index look-ups for each. */
export async function listDueTimes(db: Reader): Promise<ReadonlyMap<string, DueTimes>> {
  return new Map(
    (await listDueTimesOfActive.all(db, {})).map((row) => [
      row.id,
      { first_attempt: orUndefined(row.first_due), retry: orUndefined(row.retry_due) },
    ]),
  )
}

const listDueTimesOfActive = prepare((db) =>
  db
    .selectFrom('webhooks')
    .select((select) => [
      'webhooks.id',
      select
        .selectFrom('webhook_deliveries as first')
        .select((of) => of.fn.min('first.due_at').as('due_at'))
        .where('first.state', '=', pendingDelivery)
        .where('first.priority', '=', deliveryPriority.firstAttempt)
        .whereRef('first.webhook_id', '=', 'webhooks.id')
        .as('first_due'),
      select
        .selectFrom('webhook_deliveries as retry')
        .select((of) => of.fn.min('retry.due_at').as('due_at'))
        .where('retry.state', '=', pendingDelivery)
        .where('retry.priority', '=', deliveryPriority.retry)
        .whereRef('retry.webhook_id', '=', 'webhooks.id')
        .as('retry_due'),
    ])
    .where('webhooks.active', '=', 1)
    .where('webhooks.deleted_at', 'is', null),
)

/** Returns when the first retry that is not due yet will be due. */
export async function findNextRetry(db: Reader, after: RetryAfter): Promise<number | undefined> {
  return (await findRetryAfter.first(db, after))?.due_at
}

interface RetryAfter {
  readonly webhookId: string
  readonly nowMs: number
}

const findRetryAfter = prepare((db, { webhookId, nowMs }: RetryAfter) =>
  db
    .selectFrom('webhook_deliveries')
    .select('due_at')
    .where('state', '=', pendingDelivery)
    .where('webhook_id', '=', webhookId)
    .where('priority', '=', deliveryPriority.retry)
    .where('due_at', '>', nowMs)
    .orderBy('due_at')
    .limit(1),
)
