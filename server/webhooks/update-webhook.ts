// Writes a change of a webhook: its URL, its events, its state or its client certificate. The caller,
// deliveries/change-webhook, cancels the pending deliveries of a deactivated webhook in the same transaction.

import type { AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Trx } from '../db/transaction.ts'
import { addressHoldInAudit, type HoldAddress, holdChange } from './hold-address.ts'
import { readEncryptedWebhook, readWebhook, type WebhookName } from './read-webhook.ts'
import {
  assertTarget,
  type TargetNeeds,
  type WebhookNeeds,
  webhookInAudit,
} from './register-webhook.ts'
import type { ReadWebhook, WebhookChange } from './webhook.ts'
import { encryptClientKey } from './webhook-secrets.ts'
import { setEncryptedSecrets, updateWebhook } from './webhook-store.ts'

type AskedChange = WebhookName & { readonly change: WebhookChange }

interface UpdatedWebhook {
  readonly webhook: ReadWebhook
  /** Whether it was active before this change. */
  readonly wasActive: boolean
}

/** @throws AppError `not_found`; `invalid_webhook_url` where the host of the URL resolves to a forbidden address */
export async function assertChange(
  needs: WebhookNeeds & TargetNeeds,
  { change: { url }, ...name }: AskedChange,
): Promise<void> {
  if (url === undefined) return
  // Read first, so that a request for an unknown webhook makes us resolve no names.
  await readWebhook(needs, needs.db.reader, name)
  await assertTarget(needs, url)
}

/**
 * Call `assertChange` before, which checks the new address.
 * @param asked `hold` decides whether the new address needs approval; undefined: it does not.
 * @throws AppError `not_found`; `conflict` where an address already waits for approval
 */
export async function applyWebhookChange(
  needs: WebhookNeeds,
  trx: Trx,
  by: AuditOrigin,
  { change, hold, ...name }: AskedChange & { readonly hold: HoldAddress | undefined },
): Promise<UpdatedWebhook> {
  const { webhook, encrypted } = await readEncryptedWebhook(needs, trx, name)
  const { active: wasActive } = webhook
  const { now, held } = await holdChange(needs, trx, by, { webhook, change, hold })
  if (Object.keys(now).length === 0) return { webhook, wasActive }
  const changed = withChange(webhook, now)
  const { id, clientKey } = changed
  await updateWebhook(trx, changed, Object.keys(now))
  if ('clientCertificate' in now) {
    const encryptedKey = encryptClientKey(needs.keyring, id, clientKey)
    await setEncryptedSecrets(trx, id, { ...encrypted, clientKey: encryptedKey })
  }
  const { subject, details } = webhookInAudit(changed)
  await recordAudit(needs, trx, {
    by,
    action: 'webhook.updated',
    subject,
    details: { ...details, changed: Object.keys(now), ...addressHoldInAudit(held) },
  })
  return { webhook: changed, wasActive }
}

function withChange(webhook: ReadWebhook, change: WebhookChange): ReadWebhook {
  const { clientCertificate, ...plain } = change
  const changed = { ...webhook, ...plain }
  if (!('clientCertificate' in change)) return changed
  return {
    ...changed,
    clientCertificate: clientCertificate?.certificate,
    clientKey: clientCertificate?.privateKey,
  }
}
