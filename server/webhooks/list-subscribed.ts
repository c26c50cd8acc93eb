// Finds the webhooks that an event is to be sent to.

import { oncePerCommit, type Trx } from '../db/transaction.ts'
import type { EventType } from '../events/event.ts'
import type { Environment } from '../kernel/environment.ts'
import { isSubscribed, type Webhook } from './webhook.ts'
import { listAllWebhooks } from './webhook-store.ts'

/** Returns the active webhooks of the event's environment that are currently subscribed to its type. */
export async function listSubscribed(
  trx: Trx,
  event: { readonly environment: Environment; readonly type: EventType },
): Promise<readonly Webhook[]> {
  const { environment } = event
  const webhooks = await oncePerCommit(trx, `webhooks of ${environment}`, () =>
    listAllWebhooks(trx, environment),
  )
  return webhooks.filter((webhook) => isSubscribed(webhook, event.type))
}
