// Changes a webhook, and cancels its pending deliveries when the change deactivates it.

import type { AuditOrigin } from '../audit/audit.ts'
import { type InSameTransaction, nothingMore } from '../db/in-same-transaction.ts'
import { inTransaction } from '../db/transaction.ts'
import type { HoldAddress } from '../webhooks/hold-address.ts'
import { readWebhook, type WebhookName } from '../webhooks/read-webhook.ts'
import type { TargetNeeds, WebhookNeeds } from '../webhooks/register-webhook.ts'
import { applyWebhookChange, assertChange } from '../webhooks/update-webhook.ts'
import type { ReadWebhook, WebhookChange } from '../webhooks/webhook.ts'
import { cancelBacklog } from './cancel-backlog.ts'
import { cancelPending } from './delivery-cancel-store.ts'
import { countPending } from './delivery-view.ts'

interface ChangedWebhook {
  readonly webhook: ReadWebhook
  /** Number of pending deliveries that the change cancels. */
  readonly cancelled: number
}

interface ChangeOptions {
  /** Decides whether the new address needs approval. Default: it does not. */
  readonly hold?: HoldAddress
  readonly inSameTransaction?: InSameTransaction<ChangedWebhook>
}

/**
 * Deactivating cancels at most `cancelsMax` pending deliveries in its transaction; the rest is for `cancelBacklog`.
 * An attempt that is under way still ends. Activating does not bring cancelled deliveries back; replay them.
 * @throws AppError `not_found`, `invalid_webhook_url`; `conflict` where an address already waits for approval
 */
export async function changeWebhook(
  needs: WebhookNeeds & TargetNeeds,
  by: AuditOrigin,
  { change, ...name }: WebhookName & { readonly change: WebhookChange },
  { hold, inSameTransaction = nothingMore }: ChangeOptions = {},
): Promise<ChangedWebhook> {
  await assertChange(needs, { ...name, change })
  if (change.active) await cancelLeftovers(needs, name)
  return inTransaction(needs.db, async (trx) => {
    const asked = { ...name, change, hold }
    const { webhook, wasActive } = await applyWebhookChange(needs, trx, by, asked)
    const { id, active } = webhook
    const cancelled = wasActive && !active ? await countPending(trx, id) : 0
    if (wasActive !== active) await cancelPending(trx, id, needs.clock.now())
    const changed = { webhook, cancelled }
    await inSameTransaction(trx, changed)
    return changed
  })
}

/** Before a webhook is activated: cancels deliveries still pending from its deactivation, so that they are not sent. */
async function cancelLeftovers(needs: WebhookNeeds, name: WebhookName): Promise<void> {
  const { id, active } = await readWebhook(needs, needs.db.reader, name)
  if (!active) await cancelBacklog(needs, id)
}
