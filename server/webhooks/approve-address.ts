// Applies the second user's decision about a webhook address that waits for approval: approved, the
// webhook uses the address from the next delivery on; rejected or expired, the address is dropped.

import { z } from 'zod'
import type { ApprovalEffect, SettledApproval } from '../approvals/decide-approval.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import type { Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { webhookInAudit } from './register-webhook.ts'
import type { Webhook } from './webhook.ts'
import { findWebhook, setWebhookDeleted, updateWebhook } from './webhook-store.ts'

const addressPayload = z.object({
  url: z.string(),
  /** null where the webhook itself is new and waits for approval. */
  previous_url: z.string().nullable(),
  /** Whether a new webhook becomes active when it is approved. */
  activates: z.boolean(),
})

export function addressApproval(needs: AuditNeeds): ApprovalEffect {
  return {
    apply: (trx, settled) => applyAddress(needs, trx, settled),
    drop: (trx, settled) => dropAddress(needs, trx, settled),
  }
}

async function applyAddress(needs: AuditNeeds, trx: Trx, settled: SettledApproval): Promise<void> {
  const { url, previous_url, activates } = addressPayload.parse(settled.payload)
  const webhook = await findWebhook(trx, settled.approval.subject.id)
  if (webhook === undefined || webhook.url !== (previous_url ?? url)) {
    const message = 'This webhook was deleted or moved meanwhile, so there is nothing to approve.'
    throw new AppError('conflict', message)
  }
  const active = previous_url === null ? activates : webhook.active
  const changed = previous_url === null ? ['active'] : ['url']
  await updateWebhook(trx, { ...webhook, url, active }, changed)
  await audit(needs, trx, settled, webhook, { action: 'webhook.updated', details: { changed } })
}

/**
 * Deletes a new webhook that nobody approved, so that nobody can activate it later. A webhook whose
 * changed address is rejected keeps its old one.
 */
async function dropAddress(needs: AuditNeeds, trx: Trx, settled: SettledApproval): Promise<void> {
  const { previous_url } = addressPayload.parse(settled.payload)
  const webhook = await findWebhook(trx, settled.approval.subject.id)
  if (previous_url !== null || webhook === undefined) return
  await setWebhookDeleted(trx, webhook.id, needs.clock.now())
  const { state: reason } = settled.approval.progress
  await audit(needs, trx, settled, webhook, { action: 'webhook.deleted', details: { reason } })
}

async function audit(
  needs: AuditNeeds,
  trx: Trx,
  { by, approval }: SettledApproval,
  webhook: Webhook,
  entry:
    | { readonly action: 'webhook.updated'; readonly details: { readonly changed: string[] } }
    | { readonly action: 'webhook.deleted'; readonly details: { readonly reason: string } },
): Promise<void> {
  const { subject, details } = webhookInAudit(webhook)
  const { id: approval_id, requestedBy: requested_by } = approval
  await recordAudit(needs, trx, {
    by,
    action: entry.action,
    subject,
    details: { ...details, ...entry.details, requested_by, approval_id },
  })
}
