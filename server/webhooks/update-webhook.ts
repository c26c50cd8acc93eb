// Changes a webhook as its owner asks: where it is, what it is told of, whether it is told at all.

import type { AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction } from '../db/transaction.ts'
import { cancelBacklog } from './cancel-backlog.ts'
import { cancelPending } from './delivery-cancel-store.ts'
import { countPending } from './delivery-store.ts'
import { type HoldAddress, holdChange, holdInAudit } from './hold-address.ts'
import { readSealedWebhook, readWebhook, type WebhookName } from './read-webhook.ts'
import { assertTarget, namedBy, type TargetNeeds, type WebhookNeeds } from './register-webhook.ts'
import type { ReadWebhook } from './webhook.ts'
import type { WebhookChange } from './webhook-input.ts'
import { sealClientKey } from './webhook-secrets.ts'
import { setSealedSecrets, updateWebhook } from './webhook-store.ts'

export interface ChangedWebhook {
  readonly webhook: ReadWebhook
  /** How many deliveries waited and are not sent any more. */
  readonly cancelled: number
}

/**
 * Deactivating calls off what waits to be sent; what is more than one transaction takes is for
 * `cancelBacklog` to call off, afterwards. An attempt that is under way still ends. Activating brings nothing of it back: that is for a replay to do.
 * @param options `hold`: whether another address waits for a second person. Absent: it does not.
 * @throws AppError `not_found`, `invalid_webhook_url`; `conflict` where an address waits already
 */
export async function changeWebhook(
  needs: WebhookNeeds & TargetNeeds,
  by: AuditOrigin,
  { change, ...name }: WebhookName & { readonly change: WebhookChange },
  { hold }: { readonly hold?: HoldAddress } = {},
): Promise<ChangedWebhook> {
  if (change.url !== undefined) {
    // First, so that who asks for what is not there makes us resolve no names.
    await readWebhook(needs, needs.db.reader, name)
    await assertTarget(needs, change.url)
  }
  if (change.active) await callOffTheRest(needs, name)
  return inTransaction(needs.db, async (trx) => {
    const { webhook, sealed } = await readSealedWebhook(needs, trx, name)
    const { now, held } = await holdChange(needs, trx, by, { webhook, change, hold })
    if (Object.keys(now).length === 0) return { webhook, cancelled: 0 }
    const changed = applyChange(webhook, now)
    const { id, clientKey } = changed
    await updateWebhook(trx, changed)
    if ('clientCertificate' in now) {
      const sealedKey = sealClientKey(needs.keyring, id, clientKey)
      await setSealedSecrets(trx, id, { ...sealed, clientKey: sealedKey })
    }
    const isEnded = webhook.active && !changed.active
    const cancelled = isEnded ? await countPending(trx, id) : 0
    if (webhook.active !== changed.active) await cancelPending(trx, id, needs.clock.now())
    const { subject, details } = namedBy(changed)
    await recordAudit(needs, trx, {
      by,
      action: 'webhook.updated',
      subject,
      details: { ...details, changed: Object.keys(now), ...holdInAudit(held) },
    })
    return { webhook: changed, cancelled }
  })
}

/** What is still left from its deactivation must not be sent after all. */
async function callOffTheRest(needs: WebhookNeeds, name: WebhookName): Promise<void> {
  const { id, active } = await readWebhook(needs, needs.db.reader, name)
  if (!active) await cancelBacklog(needs, id)
}

function applyChange(webhook: ReadWebhook, change: WebhookChange): ReadWebhook {
  const { clientCertificate, ...plain } = change
  const changed = { ...webhook, ...plain }
  if (!('clientCertificate' in change)) return changed
  return {
    ...changed,
    clientCertificate: clientCertificate?.certificate,
    clientKey: clientCertificate?.privateKey,
  }
}
