// Deletes a webhook: nothing more is sent to it, and its secrets are gone at once.

import { inTransaction } from '../db/transaction.ts'
import { cancelPending } from './delivery-cancel-store.ts'
import { readWebhook, type WebhookName } from './read-webhook.ts'
import type { WebhookNeeds } from './register-webhook.ts'
import { setWebhookDeleted } from './webhook-store.ts'

/**
 * How many deliveries that waited were called off.
 * @throws AppError `not_found`, also when it was deleted before.
 */
export function deleteWebhook(needs: WebhookNeeds, name: WebhookName): Promise<number> {
  return inTransaction(needs.db, async (trx) => {
    const { id } = await readWebhook(needs, trx, name)
    const nowMs = needs.clock.now()
    const cancelled = await cancelPending(trx, id, nowMs)
    await setWebhookDeleted(trx, id, nowMs)
    return cancelled
  })
}
