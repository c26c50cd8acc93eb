// Stores the alerts about webhooks.

import { changesAny } from '../db/changed-rows.ts'
import { orNull } from '../db/columns.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import type { Alert, AlertKind } from './alert.ts'

/**
 * Returns false, and writes nothing, when this failing period already has an alert of this kind.
 */
export async function insertAlert(trx: Trx, alert: Alert): Promise<boolean> {
  return changesAny(
    trx
      .insertInto('webhook_alerts')
      .values({
        id: alert.id,
        environment: alert.environment,
        webhook_id: alert.webhookId,
        kind: alert.kind,
        failing_since: alert.failingSince,
        delivery_id: orNull(alert.deliveryId),
        error: orNull(alert.error),
        status: orNull(alert.status),
        created_at: alert.createdAt,
      })
      .onConflict((conflict) =>
        conflict.columns(['webhook_id', 'kind', 'failing_since']).doNothing(),
      ),
  )
}

/** Whether the webhook has an alert of this kind with the id `idFrom` or a later one. */
export async function hasAlertSince(
  db: Reader,
  query: { readonly webhookId: string; readonly kind: AlertKind; readonly idFrom: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_alerts')
    .select('id')
    .where('webhook_id', '=', query.webhookId)
    .where('id', '>=', query.idFrom)
    .where('kind', '=', query.kind)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether an alert was raised for the failing period that began at `failingSince`. */
export async function hasAlertOfFailing(
  db: Reader,
  webhookId: string,
  failingSince: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_alerts')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('kind', 'in', ['failing', 'exhausted', 'failing_24h', 'gone'])
    .where('failing_since', '=', failingSince)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
