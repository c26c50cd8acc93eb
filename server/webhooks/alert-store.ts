// Keeps the alerts about webhooks.

import { orNull, orUndefined } from '../db/columns.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import type { PageRequest } from '../kernel/page.ts'
import type { Environment } from '../keys/key.ts'
import type { Alert, AlertKind } from './alert.ts'
import type { AlertTable } from './alert-table.ts'

/** False when this failing period has had an alert of this kind. */
export async function insertAlert(trx: Trx, alert: Alert): Promise<boolean> {
  const result = await trx
    .insertInto('webhook_alerts')
    .values({
      id: alert.id,
      environment: alert.environment,
      webhook_id: alert.webhookId,
      kind: alert.kind,
      failing_since: alert.failingSince,
      delivery_id: orNull(alert.deliveryId),
      error: orNull(alert.error),
      created_at: alert.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['webhook_id', 'kind', 'failing_since']).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Whether a webhook has had an alert of this kind with this id or a later one. */
export async function hasAlertSince(
  db: Reader,
  look: { readonly webhookId: string; readonly kind: AlertKind; readonly idFrom: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_alerts')
    .select('id')
    .where('webhook_id', '=', look.webhookId)
    .where('id', '>=', look.idFrom)
    .where('kind', '=', look.kind)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether somebody was told of the failing that began then. */
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

export interface AlertFilter {
  readonly environment?: Environment | undefined
  readonly webhookId?: string | undefined
}

/** Newest first; one more row than asked for, where there is one. */
export async function listAlerts(
  db: Reader,
  filter: AlertFilter,
  page: PageRequest,
): Promise<readonly Alert[]> {
  const { environment, webhookId } = filter
  const { after } = page
  const rows = await db
    .selectFrom('webhook_alerts')
    .select(columns)
    .$if(environment !== undefined, (query) =>
      query.where('environment', '=', environment ?? 'live'),
    )
    .$if(webhookId !== undefined, (query) => query.where('webhook_id', '=', webhookId ?? ''))
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return rows.map(toAlert)
}

const columns = [
  'id',
  'environment',
  'webhook_id',
  'kind',
  'failing_since',
  'delivery_id',
  'error',
  'created_at',
] as const

function toAlert(row: Pick<AlertTable, (typeof columns)[number]>): Alert {
  return {
    id: row.id,
    environment: row.environment,
    webhookId: row.webhook_id,
    kind: row.kind,
    failingSince: row.failing_since,
    deliveryId: orUndefined(row.delivery_id),
    error: orUndefined(row.error),
    createdAt: row.created_at,
  }
}
