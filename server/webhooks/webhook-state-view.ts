// How a webhook is doing: what waits for it, and when something last came through.

import { sql } from 'kysely'
import type { Reader } from '../db/transaction.ts'
import { countPending } from './delivery-store.ts'
import { listDeliveries } from './delivery-view.ts'

export interface WebhookState {
  /** Everything that waits to be sent, due or not. */
  readonly pending: number
  /** When the oldest of it that is due came due; undefined where none is. */
  readonly dueSince: number | undefined
  /** undefined where nothing has come through that is still in the log. */
  readonly lastDeliveredAt: number | undefined
}

export async function readWebhookState(
  db: Reader,
  webhookId: string,
  nowMs: number,
): Promise<WebhookState> {
  const newest = { limit: 1, after: undefined }
  const [delivered] = await listDeliveries(db, webhookId, { state: 'delivered' }, newest)
  return {
    pending: await countPending(db, webhookId),
    dueSince: await findDueSince(db, webhookId, nowMs),
    lastDeliveredAt: delivered?.finishedAt,
  }
}

async function findDueSince(
  db: Reader,
  webhookId: string,
  nowMs: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select((select) => select.fn.min('due_at').as('oldest'))
    .where('state', '=', sql.lit('pending' as const))
    .where('webhook_id', '=', webhookId)
    .where('lane', 'in', ['first', 'retry'])
    .where('due_at', '<=', nowMs)
    .executeTakeFirst()
  return row?.oldest ?? undefined
}
