// Changes the state of deliveries: replays them, and cancels those of erased events.

import { changedRows } from '../db/changed-rows.ts'
import type { Trx } from '../db/transaction.ts'
import type { DeliveryState } from './delivery.ts'
import { pendingDelivery } from './delivery-table.ts'

/**
 * Makes deliveries pending again: due now, with a full set of attempts and the priority of retries. Changes only
 * deliveries that are still in `state`; returns how many.
 */
export function setReplayed(
  trx: Trx,
  ids: readonly string[],
  { state, nowMs }: { readonly state: DeliveryState; readonly nowMs: number },
): Promise<number> {
  return changedRows(
    trx
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
      .where('state', '=', state),
  )
}

/** Cancels the pending deliveries of these events, whose bodies are erased. */
export async function cancelPendingOf(
  trx: Trx,
  eventIds: readonly string[],
  nowMs: number,
): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ state: 'cancelled', last_error: 'body_gone', finished_at: nowMs })
    .where('event_id', 'in', eventIds)
    .where('state', '=', pendingDelivery)
    .execute()
}
