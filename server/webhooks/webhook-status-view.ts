// Finds whether a webhook is active, inactive or deleted.

import { ifGiven } from '../db/if-given.ts'
import type { Reader } from '../db/transaction.ts'
import type { Environment } from '../kernel/environment.ts'

type WebhookStatus = 'active' | 'inactive' | 'deleted'

/** Returns undefined where this environment never had the webhook. Deliveries are listed for deleted webhooks too. */
export async function findWebhookStatus(
  db: Reader,
  webhookId: string,
  environment: Environment | undefined,
): Promise<WebhookStatus | undefined> {
  const row = await db
    .selectFrom('webhooks')
    .select(['active', 'deleted_at'])
    .where('id', '=', webhookId)
    .$call(ifGiven(environment, (query, value) => query.where('environment', '=', value)))
    .executeTakeFirst()
  if (!row) return undefined
  if (row.deleted_at !== null) return 'deleted'
  return row.active === 1 ? 'active' : 'inactive'
}
