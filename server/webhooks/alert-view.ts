// The alerts about webhooks as people and clients read them: newest first a page at a time.

import { orUndefined } from '../db/columns.ts'
import { ifGiven } from '../db/if-given.ts'
import type { Reader } from '../db/transaction.ts'
import type { Environment } from '../kernel/environment.ts'
import type { PageRequest } from '../kernel/page.ts'
import type { Alert } from './alert.ts'
import type { AlertTable } from './alert-table.ts'

interface AlertFilter {
  readonly environment?: Environment | undefined
  readonly webhookId?: string | undefined
}

/** Newest first. Returns one more than the page's limit when there are more. */
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
    .$call(ifGiven(environment, (query, value) => query.where('environment', '=', value)))
    .$call(ifGiven(webhookId, (query, value) => query.where('webhook_id', '=', value)))
    .$call(ifGiven(after, (query, value) => query.where('id', '<', value)))
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
  'status',
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
    status: orUndefined(row.status),
    createdAt: row.created_at,
  }
}
