// The frequent queries of webhook delivery: insert deliveries, find the due ones, record attempts.

import { sql, type Updateable } from 'kysely'
import { orNull, orUndefined } from '../db/columns.ts'
import { prepare } from '../db/prepared.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import type { EventType } from '../events/event.ts'
import type { DeliveryError } from '../webhooks/delivery-error.ts'
import type { AttemptTable } from './attempt-table.ts'
import type { Attempt, DeliveryPriority, DeliveryState } from './delivery.ts'
import type { DeliveryTable } from './delivery-table.ts'

/** A literal and not a bound parameter, because only then can SQLite choose the partial indexes. */
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
  for (const delivery of deliveries) {
    await insertDelivery.run(trx, {
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

const insertDelivery = prepare((db, row: DeliveryTable) =>
  db.insertInto('webhook_deliveries').values(row),
)

export interface AttemptRow extends Attempt {
  readonly deliveryId: string
}

export async function insertAttempts(trx: Trx, attempts: readonly AttemptRow[]): Promise<void> {
  for (const attempt of attempts) {
    await insertAttempt.run(trx, {
      delivery_id: attempt.deliveryId,
      number: attempt.number,
      started_at: attempt.startedAt,
      duration_ms: attempt.durationMs,
      status: orNull(attempt.status),
      error: orNull(attempt.error),
    })
  }
}

const insertAttempt = prepare((db, row: AttemptTable) =>
  db.insertInto('webhook_attempts').values(row),
)

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

/** Returns the deliveries of one webhook and priority that have been due longest. */
export async function listDueDeliveries(
  db: Reader,
  wanted: {
    readonly webhookId: string
    readonly priority: DeliveryPriority
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
      'priority',
      'due_at',
      'attempts',
      'failed_attempts',
      'replays',
    ])
    .where('state', '=', pending)
    .where('webhook_id', '=', wanted.webhookId)
    .where('priority', '=', wanted.priority)
    // A first attempt is due whatever the clock says, because the clock may have been set back
    // since the event.
    .$if(wanted.priority === 'retry', (query) => query.where('due_at', '<=', wanted.nowMs))
    .orderBy('due_at')
    .orderBy('id')
    .limit(wanted.limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    eventId: row.event_id,
    webhookId: row.webhook_id,
    priority: row.priority,
    dueAt: row.due_at,
    attempt: row.attempts + 1,
    failedAttempts: row.failed_attempts,
    replays: row.replays,
  }))
}

/** The new state of a delivery after an attempt. */
export type DeliveryChange =
  | {
      readonly state: 'pending'
      readonly priority: DeliveryPriority
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
 * Marks deliveries as delivered, many in one statement. Returns the ids that were updated: a
 * delivery that was replayed or cancelled meanwhile is left as it is.
 */
export async function markDelivered(
  trx: Trx,
  ids: readonly string[],
  delivered: { readonly replays: number; readonly status: number; readonly finishedAt: number },
): Promise<readonly string[]> {
  const rows = await trx
    .updateTable('webhook_deliveries')
    .set((update) => ({
      state: 'delivered',
      attempts: update('attempts', '+', 1),
      last_status: delivered.status,
      last_error: null,
      finished_at: delivered.finishedAt,
    }))
    .where('id', 'in', ids)
    .where('state', '=', pending)
    .where('replays', '=', delivered.replays)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Writes the state of a delivery after an attempt. Returns false, and writes nothing, when the
 * delivery was replayed or cancelled since the attempt began. A cancellation does not count as an
 * attempt.
 */
export async function updateAfterAttempt(
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

/**
 * Counts an attempt of a delivery that was replayed or cancelled while the attempt was under way.
 */
export async function countAttempt(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set((update) => ({ attempts: update('attempts', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

function columnsOf(change: DeliveryChange): Updateable<DeliveryTable> {
  const columns = {
    state: change.state,
    failed_attempts: change.failedAttempts,
    last_status: orNull(change.lastStatus),
    last_error: orNull(change.lastError),
  }
  return change.state === 'pending'
    ? { ...columns, priority: change.priority, due_at: change.dueAt }
    : { ...columns, finished_at: change.finishedAt }
}

/** When the next delivery of each priority is due; undefined where no delivery is pending. */
export type DueTimes = { readonly [Key in DeliveryPriority]: number | undefined }

/** Returns the due times of every active webhook, at the cost of two index look-ups for each. */
export async function listDueTimes(db: Reader): Promise<ReadonlyMap<string, DueTimes>> {
  const rows = await db
    .selectFrom('webhooks')
    .select((select) => [
      'webhooks.id',
      select
        .selectFrom('webhook_deliveries as first')
        .select((of) => of.fn.min('first.due_at').as('due_at'))
        .where('first.state', '=', pending)
        .where('first.priority', '=', sql.lit('first_attempt' as const))
        .whereRef('first.webhook_id', '=', 'webhooks.id')
        .as('first_due'),
      select
        .selectFrom('webhook_deliveries as retry')
        .select((of) => of.fn.min('retry.due_at').as('due_at'))
        .where('retry.state', '=', pending)
        .where('retry.priority', '=', sql.lit('retry' as const))
        .whereRef('retry.webhook_id', '=', 'webhooks.id')
        .as('retry_due'),
    ])
    .where('webhooks.active', '=', 1)
    .where('webhooks.deleted_at', 'is', null)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      { first_attempt: orUndefined(row.first_due), retry: orUndefined(row.retry_due) },
    ]),
  )
}

/** Returns when the first retry that is not due yet will be due. */
export async function findNextRetry(
  db: Reader,
  { webhookId, nowMs }: { readonly webhookId: string; readonly nowMs: number },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select('due_at')
    .where('state', '=', pending)
    .where('webhook_id', '=', webhookId)
    .where('priority', '=', sql.lit('retry' as const))
    .where('due_at', '>', nowMs)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at
}
