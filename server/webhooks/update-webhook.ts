// Changes a webhook as its owner asks: where it is, what it is told of, whether it is told at all.

import { inTransaction } from '../db/transaction.ts'
import { cancelPending } from './delivery-cancel-store.ts'
import { readSealedWebhook, readWebhook, type WebhookName } from './read-webhook.ts'
import { assertTarget, type TargetNeeds, type WebhookNeeds } from './register-webhook.ts'
import type { OpenedWebhook } from './webhook.ts'
import type { WebhookChange } from './webhook-input.ts'
import { sealClientKey } from './webhook-secrets.ts'
import { setSealedSecrets, updateWebhook } from './webhook-store.ts'

export interface ChangedWebhook {
  readonly webhook: OpenedWebhook
  /** How many deliveries that waited were called off. */
  readonly cancelled: number
}

/**
 * Deactivating calls off what waits to be sent. Activating brings nothing of it back: that is for a
 * replay to do.
 * @throws AppError `not_found`, `invalid_webhook_url`
 */
export async function changeWebhook(
  needs: WebhookNeeds & TargetNeeds,
  { change, ...name }: WebhookName & { readonly change: WebhookChange },
): Promise<ChangedWebhook> {
  if (change.url !== undefined) {
    // First, so that who asks for what is not there makes us resolve no names.
    await readWebhook(needs, needs.db.reader, name)
    await assertTarget(needs, change.url)
  }
  return inTransaction(needs.db, async (trx) => {
    const { webhook, sealed } = await readSealedWebhook(needs, trx, name)
    const changed = applyChange(webhook, change)
    const { id, clientKey } = changed
    await updateWebhook(trx, changed)
    if ('clientCertificate' in change) {
      const sealedKey = sealClientKey(needs.keyring, id, clientKey)
      await setSealedSecrets(trx, id, { ...sealed, clientKey: sealedKey })
    }
    const isEnded = webhook.active && !changed.active
    const cancelled = isEnded ? await cancelPending(trx, id, needs.clock.now()) : 0
    return { webhook: changed, cancelled }
  })
}

function applyChange(webhook: OpenedWebhook, change: WebhookChange): OpenedWebhook {
  const { clientCertificate, ...plain } = change
  const changed = { ...webhook, ...plain }
  if (!('clientCertificate' in change)) return changed
  return {
    ...changed,
    clientCertificate: clientCertificate?.certificate,
    clientKey: clientCertificate?.privateKey,
  }
}
