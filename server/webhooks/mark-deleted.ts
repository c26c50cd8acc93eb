// Marks a webhook as deleted and deletes its secrets. The caller, deliveries/delete-webhook, cancels its pending
// deliveries in the same transaction.

import type { AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Trx } from '../db/transaction.ts'
import { cancelApprovalOf } from './hold-address.ts'
import { readWebhook, type WebhookName } from './read-webhook.ts'
import { type WebhookNeeds, webhookInAudit } from './register-webhook.ts'
import type { ReadWebhook } from './webhook.ts'
import { setWebhookDeleted } from './webhook-store.ts'

/**
 * Returns the webhook as it was before.
 * @throws AppError `not_found`, also when it was deleted before.
 */
export async function markDeleted(
  needs: WebhookNeeds,
  trx: Trx,
  by: AuditOrigin,
  name: WebhookName,
): Promise<ReadWebhook> {
  const webhook = await readWebhook(needs, trx, name)
  const { id } = webhook
  await setWebhookDeleted(trx, id, needs.clock.now())
  await cancelApprovalOf(needs, trx, by, id)
  await recordAudit(needs, trx, { by, action: 'webhook.deleted', ...webhookInAudit(webhook) })
  return webhook
}
