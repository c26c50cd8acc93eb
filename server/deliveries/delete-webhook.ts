// Deletes a webhook endpoint: nothing more is sent to it, and its secrets are deleted at once.

import type { AuditOrigin } from '../audit/audit.ts'
import type { Admit } from '../db/in-same-transaction.ts'
import { inTransaction } from '../db/transaction.ts'
import { markDeleted } from '../webhooks/mark-deleted.ts'
import type { WebhookName } from '../webhooks/read-webhook.ts'
import type { WebhookNeeds } from '../webhooks/register-webhook.ts'
import { cancelPending } from './delivery-cancel-store.ts'
import { countPending } from './delivery-view.ts'

/**
 * Returns how many pending deliveries will not be sent any more. One transaction cancels at most
 * `cancelsMax` of them; the rest is for `cancelBacklog`.
 * @throws AppError `not_found`, also when the webhook was deleted before; what `admit` throws
 */
export function deleteWebhook(
  needs: WebhookNeeds,
  by: AuditOrigin,
  name: WebhookName,
  admit?: Admit,
): Promise<number> {
  return inTransaction(needs.db, async (trx) => {
    await admit?.(trx)
    const { id } = await markDeleted(needs, trx, by, name)
    const waiting = await countPending(trx, id)
    await cancelPending(trx, id, needs.clock.now())
    return waiting
  })
}
