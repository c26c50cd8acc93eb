// Cancels the pending deliveries of a webhook that was deactivated or deleted.

import { changedRows } from '../db/changed-rows.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import { pendingDelivery } from './delivery-table.ts'

/** Deliveries cancelled in one transaction at most, so that other writers do not wait. */
export const cancelsMax = 500

/**
 * Returns how many were cancelled, `cancelsMax` at most. An attempt that is under way still ends
 * and is recorded; its delivery stays cancelled.
 */
export async function cancelPending(trx: Trx, webhookId: string, nowMs: number): Promise<number> {
  const rows = trx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('state', '=', pendingDelivery)
    .limit(cancelsMax)
  return changedRows(
    trx
      .updateTable('webhook_deliveries')
      .set({ state: 'cancelled', finished_at: nowMs })
      .where('id', 'in', rows),
  )
}

/** Returns the ids of inactive webhooks that still have pending deliveries. */
export async function listInactiveWithPending(db: Reader): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('webhooks as webhook')
    .select('webhook.id')
    .where('webhook.active', '=', 0)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook_deliveries as delivery')
          .select('delivery.id')
          .whereRef('delivery.webhook_id', '=', 'webhook.id')
          .where('delivery.state', '=', pendingDelivery),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}
