// Keeps the log of deliveries: what was tried, and what is to be sent once more.

import { sql } from 'kysely'
import { orUndefined } from '../db/columns.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import type { Environment } from '../keys/key.ts'
import type { Attempt, DeliveryState } from './delivery.ts'

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
export async function countPending(db: Reader, webhookId: string): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_deliveries')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('webhook_id', '=', webhookId)
    .where('state', '=', sql.lit('pending' as const))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type Standing = 'active' | 'inactive' | 'deleted'

/** undefined where this environment has, and had, no such webhook. The log outlives the webhook. */
export async function findStanding(
  db: Reader,
  webhookId: string,
  environment: Environment | undefined,
): Promise<Standing | undefined> {
  const row = await db
    .selectFrom('webhooks')
    .select(['active', 'deleted_at'])
    .where('id', '=', webhookId)
    .$if(environment !== undefined, (query) =>
      query.where('environment', '=', environment ?? 'live'),
    )
    .executeTakeFirst()
  if (!row) return undefined
  if (row.deleted_at !== null) return 'deleted'
  return row.active === 1 ? 'active' : 'inactive'
}

/**
 * Puts deliveries back to their beginning: due now, with all of their attempts before them, among the
 * retries. Only those still in `state`; returns how many.
 */
export async function setReplayed(
  trx: Trx,
  ids: readonly string[],
  { state, nowMs }: { readonly state: DeliveryState; readonly nowMs: number },
): Promise<number> {
  const result = await trx
    .updateTable('webhook_deliveries')
    .set((update) => ({
      state: 'pending',
      lane: 'retry',
      due_at: nowMs,
      failed_attempts: 0,
      replays: update('replays', '+', 1),
      finished_at: null,
    }))
    .where('id', 'in', ids)
    .where('state', '=', state)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Calls off what waits to be sent of these events, because there is nothing left to send. */
export async function cancelPendingOf(
  trx: Trx,
  eventIds: readonly string[],
  nowMs: number,
): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ state: 'cancelled', last_error: 'body_gone', finished_at: nowMs })
    .where('event_id', 'in', eventIds)
    .where('state', '=', sql.lit('pending' as const))
    .execute()
}
