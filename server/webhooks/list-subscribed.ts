// Finds the webhooks that an event is to be sent to.

import type { Reader } from '../db/transaction.ts'
import type { EventType } from '../events/event.ts'
import type { Environment } from '../kernel/environment.ts'
import { isSubscribed, type Webhook } from './webhook.ts'
import { listAllWebhooks } from './webhook-store.ts'

/** Returns the active webhooks of the event's environment that are currently subscribed to its type. */
export async function listSubscribed(
  db: Reader,
  event: { readonly environment: Environment; readonly type: EventType },
): Promise<readonly Webhook[]> {
  const webhooks = await listAllWebhooks(db, event.environment)
  return webhooks.filter((webhook) => isSubscribed(webhook, event.type))
}
