// Calls off what waits to be sent to a webhook that wants, or may get, nothing more.

import { sql } from 'kysely'
import type { Trx } from '../db/transaction.ts'

/**
 * How many were called off. An attempt that is under way still ends and is written down; its delivery
 * stays cancelled.
 */
export async function cancelPending(trx: Trx, webhookId: string, nowMs: number): Promise<number> {
  const result = await trx
    .updateTable('webhook_deliveries')
    .set({ state: 'cancelled', finished_at: nowMs })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', sql.lit('pending' as const))
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}
