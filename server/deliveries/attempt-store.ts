// The queries that record attempts: the rows of attempts and the new states of their deliveries.

import { orNull } from '../db/columns.ts'
import { prepare, prepareCommand, prepareOptional } from '../db/prepared.ts'
import { prepareInsert } from '../db/prepared-insert.ts'
import { prepareList } from '../db/prepared-list.ts'
import type { Trx } from '../db/transaction.ts'
import type { DeliveryError } from '../webhooks/delivery-error.ts'
import type { AttemptTable } from './attempt-table.ts'
import type { Attempt, DeliveryPriority } from './delivery.ts'
import type { DueDelivery } from './delivery-queue-store.ts'
import { type DeliveryTable, pendingDelivery } from './delivery-table.ts'

export interface AttemptRow extends Attempt {
  readonly deliveryId: string
}

/**
 * An attempt whose number is taken gets the next free one: a node that was paused under way records its attempt after
 * another node has made the same one again.
 */
export async function insertAttempts(trx: Trx, attempts: readonly AttemptRow[]): Promise<void> {
  const rows = attempts.map(toRow)
  if (rows.length > 1 && (await insertTogether(trx, rows))) return
  for (const row of rows) {
    if ((await insertFree.run(trx, row)) === 1) continue
    const last = await findLastNumber.first(trx, { id: row.delivery_id })
    await insertFree.run(trx, { ...row, number: (last?.number ?? 0) + 1 })
  }
}

/** Inserts all rows, or none if a number is taken: the count does not tell which. */
async function insertTogether(trx: Trx, rows: readonly AttemptTable[]): Promise<boolean> {
  await begin.run(trx, {})
  const areAllFree = (await insertFree.writeAll(trx, rows)) === rows.length
  if (!areAllFree) await undo.run(trx, {})
  await keep.run(trx, {})
  return areAllFree
}

const begin = prepareCommand('savepoint attempts')
const keep = prepareCommand('release savepoint attempts')
const undo = prepareCommand('rollback to savepoint attempts')

const insertFree = prepareInsert('webhook_attempts', (insert) =>
  insert.onConflict((conflict) => conflict.columns(['delivery_id', 'number']).doNothing()),
)

function toRow(attempt: AttemptRow): AttemptTable {
  return {
    delivery_id: attempt.deliveryId,
    number: attempt.number,
    started_at: attempt.startedAt,
    duration_ms: attempt.durationMs,
    status: orNull(attempt.status),
    error: orNull(attempt.error),
  }
}

/**
 * Whether this attempt is stored already: its commit may have succeeded although it was reported as failed. It may have
 * got a later number than its own.
 */
export async function isStored(trx: Trx, attempt: AttemptRow): Promise<boolean> {
  const { deliveryId, number, startedAt } = attempt
  return (await findStored.first(trx, { deliveryId, number, startedAt })) !== undefined
}

const findStored = prepare(
  (
    db,
    { deliveryId, number, startedAt }: Pick<AttemptRow, 'deliveryId' | 'number' | 'startedAt'>,
  ) =>
    db
      .selectFrom('webhook_attempts')
      .select('number')
      .where('delivery_id', '=', deliveryId)
      .where('number', '>=', number)
      .where('started_at', '=', startedAt)
      .limit(1),
)

const findLastNumber = prepare((db, { id }: Pick<DeliveryTable, 'id'>) =>
  db
    .selectFrom('webhook_attempts')
    .select('number')
    .where('delivery_id', '=', id)
    .orderBy('number', 'desc')
    .limit(1),
)

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

interface DeliveredColumns {
  readonly replays: number
  readonly status: number
  readonly finishedAt: number
}

/**
 * Marks deliveries as delivered, many in one statement. Returns the ids that were updated: a
 * delivery that was replayed or cancelled meanwhile is left as it is.
 */
export async function markDelivered(
  trx: Trx,
  ids: readonly string[],
  delivered: DeliveredColumns,
): Promise<readonly string[]> {
  return (await setDelivered.all(trx, ids, delivered)).map(({ id }) => id)
}

const setDelivered = prepareList((db, ids, delivered: DeliveredColumns) =>
  db
    .updateTable('webhook_deliveries')
    .set((update) => ({
      state: 'delivered',
      attempts: update('attempts', '+', 1),
      last_status: delivered.status,
      last_error: null,
      finished_at: delivered.finishedAt,
    }))
    .where('id', 'in', ids)
    .where('state', '=', pendingDelivery)
    .where('replays', '=', delivered.replays)
    .returning('id'),
)

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
  const counted = change.state === 'cancelled' ? 0 : 1
  return (await setAttempted.run(trx, { id, replays, counted, ...columnsOf(change) })) > 0
}

const setAttempted = prepareOptional((db, values: AttemptedColumns) => {
  const { id, replays, counted, ...columns } = values
  return db
    .updateTable('webhook_deliveries')
    .set((update) => ({ attempts: update('attempts', '+', counted), ...columns }))
    .where('id', '=', id)
    .where('state', '=', pendingDelivery)
    .where('replays', '=', replays)
})

type AttemptedColumns = Pick<DueDelivery, 'id' | 'replays'> & {
  /** Added to the number of attempts. */
  readonly counted: number
} & ReturnType<typeof columnsOf>

/**
 * Counts an attempt of a delivery that was replayed or cancelled while the attempt was under way.
 */
export async function countAttempt(trx: Trx, id: string): Promise<void> {
  await countOne.run(trx, { id })
}

const countOne = prepare((db, { id }: Pick<DeliveryTable, 'id'>) =>
  db
    .updateTable('webhook_deliveries')
    .set((update) => ({ attempts: update('attempts', '+', 1) }))
    .where('id', '=', id),
)

function columnsOf(change: DeliveryChange) {
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
