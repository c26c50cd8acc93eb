// Calls off what waits to be sent to a webhook that wants, or may get, nothing more.

import { sql } from 'kysely'
import type { Reader, Trx } from '../db/transaction.ts'

/** Of one transaction: nobody is to wait for it. */
export const cancelsMax = 500

/**
 * How many were called off, `cancelsMax` at most. An attempt that is under way still ends and is written
 * down; its delivery stays cancelled.
 */
export async function cancelPending(trx: Trx, webhookId: string, nowMs: number): Promise<number> {
  const waiting = trx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('state', '=', pending)
    .limit(cancelsMax)
  const result = await trx
    .updateTable('webhook_deliveries')
    .set({ state: 'cancelled', finished_at: nowMs })
    .where('id', 'in', waiting)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Webhooks that something waits for though nothing is sent to them. */
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
          .where('delivery.state', '=', pending),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Written into the query, not bound to it: only so can SQLite choose the partial indexes. */
const pending = sql.lit('pending' as const)
