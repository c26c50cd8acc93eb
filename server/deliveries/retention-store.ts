// Deletes old rows of the delivery log, a bounded number at a time.

import { changedRows } from '../db/changed-rows.ts'
import type { Trx } from '../db/transaction.ts'

/** Deletes attempts that began before `before`, oldest first; returns how many. */
export async function deleteOldAttempts(trx: Trx, before: number, limit: number): Promise<number> {
  const old = await trx
    .selectFrom('webhook_attempts')
    .select(['delivery_id', 'number'])
    .where('started_at', '<', before)
    .orderBy('started_at')
    .limit(limit)
    .execute()
  for (const { delivery_id, number } of old) {
    await trx
      .deleteFrom('webhook_attempts')
      .where('delivery_id', '=', delivery_id)
      .where('number', '=', number)
      .execute()
  }
  return old.length
}

/**
 * Deletes deliveries that ended before `before`, oldest first, and their attempts; returns their
 * event ids.
 */
export async function deleteOldDeliveries(
  trx: Trx,
  before: number,
  limit: number,
): Promise<readonly string[]> {
  const old = await trx
    .selectFrom('webhook_deliveries')
    .select(['id', 'event_id'])
    .where('finished_at', '<', before)
    .orderBy('finished_at')
    .limit(limit)
    .execute()
  if (old.length === 0) return []
  const ids = old.map(({ id }) => id)
  await trx.deleteFrom('webhook_attempts').where('delivery_id', 'in', ids).execute()
  await trx.deleteFrom('webhook_deliveries').where('id', 'in', ids).execute()
  return old.map(({ event_id }) => event_id)
}

/** Deletes at most `limit` alerts with an id below `idBefore`; returns how many. */
export async function deleteOldAlerts(trx: Trx, idBefore: string, limit: number): Promise<number> {
  const old = trx
    .selectFrom('webhook_alerts')
    .select('id')
    .where('id', '<', idBefore)
    .orderBy('id')
    .limit(limit)
  return changedRows(trx.deleteFrom('webhook_alerts').where('id', 'in', old))
}

/**
 * Deletes the rows of deleted webhooks that no delivery and no alert refers to; returns how many.
 */
export async function deleteUnnamedTombstones(trx: Trx, limit: number): Promise<number> {
  const unnamed = trx
    .selectFrom('webhooks as webhook')
    .select('webhook.id')
    .where('webhook.deleted_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_deliveries as delivery')
            .select('delivery.id')
            .whereRef('delivery.webhook_id', '=', 'webhook.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_alerts as alert')
            .select('alert.id')
            .whereRef('alert.webhook_id', '=', 'webhook.id'),
        ),
      ),
    )
    .limit(limit)
  return changedRows(trx.deleteFrom('webhooks').where('id', 'in', unnamed))
}
