// Changes a webhook as its owner asks: where it is, what it is told of, whether it is told at all.

import type { AuditOrigin } from '../audit/audit.ts'
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
  await assertChange(needs, { ...name, change })
  if (change.active) await callOffTheRest(needs, name)
  return inTransaction(needs.db, async (trx) => {
    const asked = { ...name, change, hold }
    const { webhook, wasActive } = await applyWebhookChange(needs, trx, by, asked)
    const { id, active } = webhook
    const cancelled = wasActive && !active ? await countPending(trx, id) : 0
    if (wasActive !== active) await cancelPending(trx, id, needs.clock.now())
    return { webhook, cancelled }
  })
}

/** What is still left from its deactivation must not be sent after all. */
async function callOffTheRest(needs: WebhookNeeds, name: WebhookName): Promise<void> {
  const { id, active } = await readWebhook(needs, needs.db.reader, name)
  if (!active) await cancelBacklog(needs, id)
}
