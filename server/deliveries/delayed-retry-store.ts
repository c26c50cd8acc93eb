// Brings retries forward that a clock which was ahead made due far too late.

import { changedRows } from '../db/changed-rows.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import { deliveryPriority, pendingDelivery } from './delivery-table.ts'

/** Returns the ids of the webhooks that have a pending retry due after `dueAfter`. */
export async function listWithRetriesAfter(
  db: Reader,
  dueAfter: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select('webhooks.id')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook_deliveries')
          .select('webhook_deliveries.id')
          .whereRef('webhook_deliveries.webhook_id', '=', 'webhooks.id')
          .where('webhook_deliveries.state', '=', pendingDelivery)
          .where('webhook_deliveries.priority', '=', deliveryPriority.retry)
          .where('webhook_deliveries.due_at', '>', dueAfter),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

interface LateRetries {
  readonly webhookId: string
  readonly dueAfter: number
  readonly nowMs: number
  readonly limit: number
}

/** Makes at most `limit` pending retries due at `nowMs` that are due after `dueAfter`. Returns how many. */
export async function bringRetriesForward(trx: Trx, late: LateRetries): Promise<number> {
  const ids = trx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', late.webhookId)
    .where('state', '=', pendingDelivery)
    .where('priority', '=', deliveryPriority.retry)
    .where('due_at', '>', late.dueAfter)
    .limit(late.limit)
  return changedRows(
    trx.updateTable('webhook_deliveries').set({ due_at: late.nowMs }).where('id', 'in', ids),
  )
}
