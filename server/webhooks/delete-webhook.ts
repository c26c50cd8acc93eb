// Deletes a webhook: nothing more is sent to it, and its secrets are gone at once.

import type { AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction } from '../db/transaction.ts'
import { cancelPending } from './delivery-cancel-store.ts'
import { countPending } from './delivery-store.ts'
import { cancelApprovalOf } from './hold-address.ts'
import { readWebhook, type WebhookName } from './read-webhook.ts'
import { namedBy, type WebhookNeeds } from './register-webhook.ts'
import { setWebhookDeleted } from './webhook-store.ts'

/**
 * How many deliveries waited and are not sent any more. What is more than one transaction takes is for
 * `cancelBacklog` to call off, afterwards.
 * @throws AppError `not_found`, also when it was deleted before.
 */
export function deleteWebhook(
  needs: WebhookNeeds,
  by: AuditOrigin,
  name: WebhookName,
): Promise<number> {
  return inTransaction(needs.db, async (trx) => {
    const webhook = await readWebhook(needs, trx, name)
    const { id } = webhook
    const nowMs = needs.clock.now()
    const waiting = await countPending(trx, id)
    await cancelPending(trx, id, nowMs)
    await setWebhookDeleted(trx, id, nowMs)
    await cancelApprovalOf(needs, trx, by, id)
    await recordAudit(needs, trx, { by, action: 'webhook.deleted', ...namedBy(webhook) })
    return waiting
  })
}
