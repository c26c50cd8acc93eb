// Keeps the health of webhooks (rulings 6.5): since when one has been failing, and the alerts for
// operators. One alert of a kind for each failing period, however many deliveries fail, and few
// alerts for a webhook that fails now and then.

import type { Appliance } from '../appliance.ts'
import { afterCommit, type Trx } from '../db/transaction.ts'
import { firstIdAt, newId } from '../kernel/ids.ts'
import type { AlertKind } from './alert.ts'
import { hasAlertOfFailing, hasAlertSince, insertAlert } from './alert-store.ts'
import type { DeliveryError } from './delivery-error.ts'
import type { Webhook } from './webhook.ts'
import { findWebhook, listFailing, setFailingSince, updateWebhook } from './webhook-store.ts'

export type HealthNeeds = Pick<Appliance, 'clock' | 'log'>

/** A finished attempt, as far as it affects the health of its webhook. */
interface HealthResult {
  readonly finished: {
    readonly delivery: { readonly id: string; readonly webhookId: string }
    readonly endedAt: number
  }
  readonly outcome: {
    /** undefined where the attempt does not affect the health. */
    readonly verdict: 'well' | 'failed' | 'gave-up' | undefined
    readonly change: {
      readonly lastStatus: number | undefined
      readonly lastError: DeliveryError | undefined
    }
  }
}

/** Milliseconds after a `failing` alert in which the same webhook gets no second one. */
export const failingAlertEveryMs = 30 * 60 * 1000

/** Updates the health of webhooks from finished attempts, in the order in which they ended. */
export async function updateHealth(
  needs: HealthNeeds,
  trx: Trx,
  recorded: readonly HealthResult[],
): Promise<void> {
  const withVerdict = recorded.filter(({ outcome }) => outcome.verdict !== undefined)
  if (withVerdict.length === 0) return
  const ids = [...new Set(withVerdict.map(({ finished }) => finished.delivery.webhookId))]
  const failing = new Map(await listFailing(trx, ids))
  const before = new Map(failing)
  const handled: HandledPeriods = new Set()
  for (const one of withVerdict) await updateOne(needs, trx, { failing, handled }, one)
  for (const id of ids) {
    if (failing.get(id) !== before.get(id)) await setFailingSince(trx, id, failing.get(id))
  }
}

/**
 * Failing periods that this batch has already handled: alerted, or not because of
 * `failingAlertEveryMs`.
 */
type HandledPeriods = Set<string>

async function updateOne(
  needs: HealthNeeds,
  trx: Trx,
  { failing, handled }: { readonly failing: Map<string, number>; readonly handled: HandledPeriods },
  one: HealthResult,
): Promise<void> {
  const { webhookId } = one.finished.delivery
  const since = failing.get(webhookId)
  if (one.outcome.verdict === 'well') {
    if (since === undefined) return
    failing.delete(webhookId)
    // A failing period without an alert needs no `recovered` alert.
    if (!(await hasAlertOfFailing(trx, webhookId, since))) return
    return raise(needs, trx, 'recovered', since, one)
  }
  const failingSince = since ?? one.finished.endedAt
  failing.set(webhookId, failingSince)
  const period = `${webhookId} ${failingSince}`
  if (!handled.has(period)) await raiseFailing(needs, trx, failingSince, one)
  handled.add(period)
  if (one.outcome.verdict === 'gave-up') await raise(needs, trx, 'exhausted', failingSince, one)
}

/** Raises `failing`, unless the webhook had such an alert in the last `failingAlertEveryMs`. */
async function raiseFailing(
  needs: HealthNeeds,
  trx: Trx,
  failingSince: number,
  one: HealthResult,
): Promise<void> {
  const { webhookId } = one.finished.delivery
  const idFrom = firstIdAt('alr', needs.clock.now() - failingAlertEveryMs)
  if (await hasAlertSince(trx, { webhookId, kind: 'failing', idFrom })) return
  await raise(needs, trx, 'failing', failingSince, one)
}

/**
 * The opt-in policy (rulings 6.5): a receiver that answers 410 wants nothing more. Returns the ids of the
 * webhooks that it deactivated; the caller cancels their pending deliveries.
 */
export async function deactivateGone(
  needs: HealthNeeds,
  trx: Trx,
  recorded: readonly HealthResult[],
): Promise<readonly string[]> {
  const deactivated: string[] = []
  for (const one of recorded) {
    if (one.outcome.change.lastStatus !== 410) continue
    const { webhookId } = one.finished.delivery
    const webhook = await findWebhook(trx, webhookId)
    if (!webhook?.active) continue
    await updateWebhook(trx, { ...webhook, active: false }, ['active'])
    deactivated.push(webhookId)
    await raise(needs, trx, 'gone', webhook.failingSince ?? one.finished.endedAt, one)
  }
  return deactivated
}

async function raise(
  needs: HealthNeeds,
  trx: Trx,
  kind: AlertKind,
  failingSince: number,
  { finished, outcome }: HealthResult,
): Promise<void> {
  const { webhookId, id: deliveryId } = finished.delivery
  await raiseAlert(needs, trx, {
    kind,
    webhookId,
    failingSince,
    deliveryId,
    error: kind === 'recovered' ? undefined : outcome.change.lastError,
    status: kind === 'recovered' ? undefined : outcome.change.lastStatus,
  })
}

/**
 * Raises `unreadable` once for each webhook, however often the server starts. Its deliveries stay
 * pending.
 */
export async function raiseUnreadable(
  needs: HealthNeeds,
  trx: Trx,
  webhookId: string,
): Promise<void> {
  const webhook = await findWebhook(trx, webhookId)
  if (!webhook) return
  const { createdAt: failingSince } = webhook
  const nothing = { deliveryId: undefined, error: undefined, status: undefined }
  await raiseAlert(needs, trx, { kind: 'unreadable', webhookId, failingSince, ...nothing })
}

/** Returns false when this failing period already has an alert of this kind. */
export async function raiseAlert(
  needs: HealthNeeds,
  trx: Trx,
  alert: {
    readonly kind: AlertKind
    readonly webhookId: Webhook['id']
    readonly failingSince: number
    readonly deliveryId: string | undefined
    readonly error: DeliveryError | undefined
    readonly status: number | undefined
  },
): Promise<boolean> {
  const webhook = await findWebhook(trx, alert.webhookId)
  if (!webhook) return false
  const createdAt = needs.clock.now()
  const { environment } = webhook
  const id = newId('alr', createdAt)
  const isNew = await insertAlert(trx, { id, environment, createdAt, ...alert })
  if (isNew) {
    const fields = { webhook_id: alert.webhookId, reason: alert.kind }
    const level = alert.kind === 'recovered' ? 'info' : 'warn'
    afterCommit(trx, () => needs.log[level]('webhook_alert', fields))
  }
  return isNew
}
