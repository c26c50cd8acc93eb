// Gives the demo's receiver the secrets of the webhooks registered at it, as a client would
// configure them.

import type { Appliance } from '../appliance.ts'
import { destinationOf } from '../egress/destination.ts'
import { signingSecrets } from '../webhooks/sign.ts'
import { createWebhookCache } from '../webhooks/webhook-cache.ts'
import { listAllWebhooks } from '../webhooks/webhook-store.ts'

type SecretsNeeds = Pick<Appliance, 'db' | 'keyring' | 'clock'>

/**
 * Returns the valid secrets of every webhook whose URL has this port. The host is not compared:
 * whatever its name, the delivery arrived here.
 */
export function webhookSecretsAt(
  needs: SecretsNeeds,
  port: number,
): () => Promise<readonly string[]> {
  const opened = createWebhookCache(needs)
  return async () => {
    const { reader } = needs.db
    const sandbox = await listAllWebhooks(reader, 'sandbox')
    const webhooks = [...sandbox, ...(await listAllWebhooks(reader, 'live'))]
    const ids = webhooks
      .filter(({ url }) => destinationOf(new URL(url)).port === port)
      .map(({ id }) => id)
    if (ids.length === 0) return []
    const found = await opened.read(reader, ids)
    return [...found.values()].flatMap((webhook) => {
      if (webhook === 'unreadable') return []
      const { signing, overlapping } = signingSecrets(webhook.secrets, needs.clock.now())
      return overlapping.length > 0 ? overlapping : [signing]
    })
  }
}
