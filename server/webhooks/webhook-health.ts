// Keeps the health of webhooks (rulings 6.5): since when one fails, and the alerts that somebody should
// act on. One alert of a kind for each failing period, however many deliveries it holds up, and few of a
// webhook that fails every now and then.

import { afterCommit, type Trx } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { firstIdAt, newId } from '../kernel/ids.ts'
import type { Log } from '../kernel/log.ts'
import type { AlertKind } from './alert.ts'
import { hasAlertOfFailing, hasAlertSince, insertAlert } from './alert-store.ts'
import type { RecordedAttempt } from './attempt-end.ts'
import { cancelPending } from './delivery-cancel-store.ts'
import type { Webhook } from './webhook.ts'
import { findWebhook, listFailing, setFailingSince, updateWebhook } from './webhook-store.ts'

export interface HealthNeeds {
  readonly clock: Clock
  readonly log: Log
}

/** How long a webhook that began to fail is not told of for beginning to fail again. */
export const failingAlertEveryMs = 30 * 60 * 1000

/** Takes in what attempts told, in the order in which they ended. */
export async function noteHealth(
  needs: HealthNeeds,
  trx: Trx,
  recorded: readonly RecordedAttempt[],
): Promise<void> {
  const telling = recorded.filter(({ end }) => end.verdict !== undefined)
  if (telling.length === 0) return
  const ids = [...new Set(telling.map(({ ended }) => ended.delivery.webhookId))]
  const failing = new Map(await listFailing(trx, ids))
  const before = new Map(failing)
  const told: Told = new Set()
  for (const one of telling) await noteOne(needs, trx, { failing, told }, one)
  for (const id of ids) {
    if (failing.get(id) !== before.get(id)) await setFailingSince(trx, id, failing.get(id))
  }
}

/** Failing periods whose beginning was told of, or was not worth telling. */
type Told = Set<string>

async function noteOne(
  needs: HealthNeeds,
  trx: Trx,
  { failing, told }: { readonly failing: Map<string, number>; readonly told: Told },
  one: RecordedAttempt,
): Promise<void> {
  const { webhookId } = one.ended.delivery
  const since = failing.get(webhookId)
  if (one.end.verdict === 'well') {
    if (since === undefined) return
    failing.delete(webhookId)
    // Of what nobody was told of, nobody needs to hear the end.
    if (!(await hasAlertOfFailing(trx, webhookId, since))) return
    return raise(needs, trx, 'recovered', since, one)
  }
  const failingSince = since ?? one.ended.endedAt
  failing.set(webhookId, failingSince)
  const period = `${webhookId} ${failingSince}`
  if (!told.has(period)) await tellOfFailing(needs, trx, failingSince, one)
  told.add(period)
  if (one.end.verdict === 'gave-up') await raise(needs, trx, 'exhausted', failingSince, one)
}

/** At the first failed attempt, or at the first one after the last such alert has become old. */
async function tellOfFailing(
  needs: HealthNeeds,
  trx: Trx,
  failingSince: number,
  one: RecordedAttempt,
): Promise<void> {
  const { webhookId } = one.ended.delivery
  const idFrom = firstIdAt('alr', needs.clock.now() - failingAlertEveryMs)
  if (await hasAlertSince(trx, { webhookId, kind: 'failing', idFrom })) return
  await raise(needs, trx, 'failing', failingSince, one)
}

/** The opt-in policy (rulings 6.5): a receiver that says 410 wants nothing more. */
export async function noteGone(
  needs: HealthNeeds,
  trx: Trx,
  recorded: readonly RecordedAttempt[],
): Promise<void> {
  for (const one of recorded) {
    if (one.end.change.lastStatus !== 410) continue
    const { webhookId } = one.ended.delivery
    const webhook = await findWebhook(trx, webhookId)
    if (!webhook?.active) continue
    await updateWebhook(trx, { ...webhook, active: false })
    await cancelPending(trx, webhookId, needs.clock.now())
    await raise(needs, trx, 'gone', webhook.failingSince ?? one.ended.endedAt, one)
  }
}

async function raise(
  needs: HealthNeeds,
  trx: Trx,
  kind: AlertKind,
  failingSince: number,
  { ended, end }: RecordedAttempt,
): Promise<void> {
  const { webhookId, id: deliveryId } = ended.delivery
  await raiseAlert(needs, trx, {
    kind,
    webhookId,
    failingSince,
    deliveryId,
    error: kind === 'recovered' ? undefined : end.change.lastError,
  })
}

/** What waits for it stays where it is; once is enough, whatever the number of starts. */
export async function raiseUnreadable(
  needs: HealthNeeds,
  trx: Trx,
  webhookId: string,
): Promise<void> {
  const webhook = await findWebhook(trx, webhookId)
  if (!webhook) return
  const { createdAt: failingSince } = webhook
  const nothing = { deliveryId: undefined, error: undefined }
  await raiseAlert(needs, trx, { kind: 'unreadable', webhookId, failingSince, ...nothing })
}

/** False when this failing period has had an alert of this kind. Also for what the schedule notices. */
export async function raiseAlert(
  needs: HealthNeeds,
  trx: Trx,
  news: {
    readonly kind: AlertKind
    readonly webhookId: Webhook['id']
    readonly failingSince: number
    readonly deliveryId: string | undefined
    readonly error: RecordedAttempt['end']['change']['lastError']
  },
): Promise<boolean> {
  const webhook = await findWebhook(trx, news.webhookId)
  if (!webhook) return false
  const createdAt = needs.clock.now()
  const { environment } = webhook
  const alert = { id: newId('alr', createdAt), environment, createdAt, ...news }
  const isNews = await insertAlert(trx, alert)
  if (isNews) {
    const fields = { webhook_id: news.webhookId, reason: news.kind }
    const level = news.kind === 'recovered' ? 'info' : 'warn'
    afterCommit(trx, () => needs.log[level]('webhook_alert', fields))
  }
  return isNews
}
