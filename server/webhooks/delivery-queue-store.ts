// The hot queries of webhook delivery: enter, find what is due, end.

import { sql, type Updateable } from 'kysely'
import { orNull, orUndefined } from '../db/columns.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import type { EventType } from '../events/event.ts'
import type { Attempt, DeliveryError, DeliveryState, Lane } from './delivery.ts'
import type { DeliveryTable } from './delivery-table.ts'

/** Written into the query, not bound to it: only so can SQLite choose the partial indexes. */
const pending = sql.lit('pending' as const)

export interface DeliveryRow {
  readonly id: string
  readonly eventId: string
  readonly eventType: EventType
  readonly webhookId: string
  readonly state: DeliveryState
  readonly dueAt: number
  readonly attempts: number
  readonly failedAttempts: number
  readonly lastStatus: number | undefined
  readonly lastError: DeliveryError | undefined
  readonly createdAt: number
  readonly finishedAt: number | undefined
}

export async function insertDeliveries(
  trx: Trx,
  deliveries: readonly DeliveryRow[],
): Promise<void> {
  if (deliveries.length === 0) return
  await trx
    .insertInto('webhook_deliveries')
    .values(
      deliveries.map((delivery) => ({
        id: delivery.id,
        event_id: delivery.eventId,
        event_type: delivery.eventType,
        webhook_id: delivery.webhookId,
        state: delivery.state,
        lane: 'first' as const,
        due_at: delivery.dueAt,
        attempts: delivery.attempts,
        failed_attempts: delivery.failedAttempts,
        replays: 0,
        last_status: orNull(delivery.lastStatus),
        last_error: orNull(delivery.lastError),
        created_at: delivery.createdAt,
        finished_at: orNull(delivery.finishedAt),
      })),
    )
    .execute()
}

export interface AttemptRow extends Attempt {
  readonly deliveryId: string
}

export async function insertAttempts(trx: Trx, attempts: readonly AttemptRow[]): Promise<void> {
  if (attempts.length === 0) return
  await trx
    .insertInto('webhook_attempts')
    .values(
      attempts.map((attempt) => ({
        delivery_id: attempt.deliveryId,
        number: attempt.number,
        started_at: attempt.startedAt,
        duration_ms: attempt.durationMs,
        status: orNull(attempt.status),
        error: orNull(attempt.error),
      })),
    )
    .execute()
}

/** A delivery as sending it needs to know it. */
export interface DueDelivery {
  readonly id: string
  readonly eventId: string
  readonly webhookId: string
  readonly lane: Lane
  readonly dueAt: number
  /** The number of the attempt to be made. */
  readonly attempt: number
  readonly failedAttempts: number
  /** Tells whether it was replayed since. */
  readonly replays: number
}

/** Those of one webhook and lane that have been due longest. */
export async function listDueDeliveries(
  db: Reader,
  wanted: {
    readonly webhookId: string
    readonly lane: Lane
    readonly nowMs: number
    readonly limit: number
  },
): Promise<readonly DueDelivery[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select([
      'id',
      'event_id',
      'webhook_id',
      'lane',
      'due_at',
      'attempts',
      'failed_attempts',
      'replays',
    ])
    .where('state', '=', pending)
    .where('webhook_id', '=', wanted.webhookId)
    .where('lane', '=', wanted.lane)
    // A first attempt is due whatever the clock says: it may have been set back since the event.
    .$if(wanted.lane === 'retry', (query) => query.where('due_at', '<=', wanted.nowMs))
    .orderBy('due_at')
    .orderBy('id')
    .limit(wanted.limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    eventId: row.event_id,
    webhookId: row.webhook_id,
    lane: row.lane,
    dueAt: row.due_at,
    attempt: row.attempts + 1,
    failedAttempts: row.failed_attempts,
    replays: row.replays,
  }))
}

/** What becomes of a delivery after an attempt. */
export type DeliveryChange =
  | {
      readonly state: 'pending'
      readonly lane: Lane
      readonly dueAt: number
      readonly failedAttempts: number
      readonly lastStatus: number | undefined
      readonly lastError: DeliveryError
    }
  | {
      readonly state: 'delivered' | 'failed' | 'cancelled'
      readonly finishedAt: number
      readonly failedAttempts: number
      readonly lastStatus: number | undefined
      readonly lastError: DeliveryError | undefined
    }

/**
 * The end that most deliveries come to, many at once. Returns those that it holds for: who was replayed
 * or cancelled in the meantime goes its own way.
 */
export async function endDelivered(
  trx: Trx,
  ids: readonly string[],
  end: { readonly replays: number; readonly status: number; readonly finishedAt: number },
): Promise<readonly string[]> {
  const rows = await trx
    .updateTable('webhook_deliveries')
    .set((update) => ({
      state: 'delivered',
      attempts: update('attempts', '+', 1),
      last_status: end.status,
      last_error: null,
      finished_at: end.finishedAt,
    }))
    .where('id', 'in', ids)
    .where('state', '=', pending)
    .where('replays', '=', end.replays)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** False when it was replayed or cancelled since the attempt began. Cancelling is no attempt. */
export async function endAttempt(
  trx: Trx,
  { id, replays }: Pick<DueDelivery, 'id' | 'replays'>,
  change: DeliveryChange,
): Promise<boolean> {
  const result = await trx
    .updateTable('webhook_deliveries')
    .set((update) => ({
      attempts: update('attempts', '+', change.state === 'cancelled' ? 0 : 1),
      ...columnsOf(change),
    }))
    .where('id', '=', id)
    .where('state', '=', pending)
    .where('replays', '=', replays)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** An attempt of a delivery that has gone its own way since counts all the same. */
export async function countAttempt(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set((update) => ({ attempts: update('attempts', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

function columnsOf(change: DeliveryChange): Updateable<DeliveryTable> {
  const ended = {
    state: change.state,
    failed_attempts: change.failedAttempts,
    last_status: orNull(change.lastStatus),
    last_error: orNull(change.lastError),
  }
  return change.state === 'pending'
    ? { ...ended, lane: change.lane, due_at: change.dueAt }
    : { ...ended, finished_at: change.finishedAt }
}

/** When each lane of a webhook has something to send next; undefined where it is empty. */
export type DueTimes = { readonly [Key in Lane]: number | undefined }

/** Of every active webhook; each takes two look-ups, however much waits. */
export async function listDueTimes(db: Reader): Promise<ReadonlyMap<string, DueTimes>> {
  const rows = await db
    .selectFrom('webhooks')
    .select((select) => [
      'webhooks.id',
      select
        .selectFrom('webhook_deliveries as first')
        .select((of) => of.fn.min('first.due_at').as('due_at'))
        .where('first.state', '=', pending)
        .where('first.lane', '=', sql.lit('first' as const))
        .whereRef('first.webhook_id', '=', 'webhooks.id')
        .as('first_due'),
      select
        .selectFrom('webhook_deliveries as retry')
        .select((of) => of.fn.min('retry.due_at').as('due_at'))
        .where('retry.state', '=', pending)
        .where('retry.lane', '=', sql.lit('retry' as const))
        .whereRef('retry.webhook_id', '=', 'webhooks.id')
        .as('retry_due'),
    ])
    .where('webhooks.active', '=', 1)
    .where('webhooks.deleted_at', 'is', null)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      { first: orUndefined(row.first_due), retry: orUndefined(row.retry_due) },
    ]),
  )
}

/** When the first retry that is not due yet will be. */
export async function findNextRetry(
  db: Reader,
  { webhookId, nowMs }: { readonly webhookId: string; readonly nowMs: number },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select('due_at')
    .where('state', '=', pending)
    .where('webhook_id', '=', webhookId)
    .where('lane', '=', sql.lit('retry' as const))
    .where('due_at', '>', nowMs)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at
}
