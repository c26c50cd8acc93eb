// Keeps the log of deliveries: what was tried, and what is to be sent once more.

import { sql } from 'kysely'
import type { Trx } from '../db/transaction.ts'
import type { DeliveryState } from './delivery.ts'

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
      priority: 'retry',
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
