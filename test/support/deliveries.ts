// Builds webhooks, events and deliveries for tests and writes them through the product's stores.

import { inTransaction, type Trx } from '../../server/db/transaction.ts'
import type { Delivery } from '../../server/deliveries/delivery.ts'
import { insertDeliveries } from '../../server/deliveries/delivery-queue-store.ts'
import type { Event } from '../../server/events/event.ts'
import { insertEvent } from '../../server/events/event-store.ts'
import { newId } from '../../server/kernel/ids.ts'
import type { Webhook } from '../../server/webhooks/webhook.ts'
import { insertWebhook } from '../../server/webhooks/webhook-store.ts'

const createdAt = Date.UTC(2026, 10, 21, 9)

/** The stored bytes of a body, for tests that search the disk for them. */
const keptBody = Buffer.from('the-sealed-body-of-an-event '.repeat(20))

/** Live, active and not failing by default. */
export function aWebhook(more: Partial<Webhook> = {}): Webhook {
  return {
    id: newId('wh', more.createdAt ?? createdAt),
    environment: 'live',
    url: 'https://bank.example/hooks',
    events: ['verification.completed', 'verification.failed'],
    description: undefined,
    active: true,
    timestampMode: 'auto',
    clientCertificate: undefined,
    version: 1,
    failingSince: undefined,
    createdAt,
    ...more,
  }
}

export async function keepWebhook(
  db: Parameters<typeof inTransaction>[0],
  more: Partial<Webhook> = {},
): Promise<Webhook> {
  const webhook = aWebhook(more)
  const encrypted = { secrets: Buffer.of(1), clientKey: undefined }
  await inTransaction(db, (trx) => insertWebhook(trx, webhook, encrypted))
  return webhook
}

/** A delivery of its own event; new and pending by default. */
export function aDelivery(webhookId: string, more: Partial<Delivery> = {}): Delivery {
  const at = more.createdAt ?? createdAt
  const eventType = more.eventType ?? 'verification.completed'
  return {
    id: newId('dlv', at),
    eventId: newId('evt', at),
    eventType,
    subjectId: eventType === 'webhook.test' ? webhookId : newId('ver', at),
    webhookId,
    state: 'pending',
    attempts: 0,
    replays: 0,
    dueAt: at,
    lastStatus: undefined,
    lastError: undefined,
    createdAt: at,
    finishedAt: undefined,
    ...more,
  }
}

/** A delivery that failed after five attempts, the last answered with 503. */
export function aFailedDelivery(webhookId: string, more: Partial<Delivery> = {}): Delivery {
  const finishedAt = (more.createdAt ?? createdAt) + 60_000
  const end = { lastStatus: 503, lastError: 'bad_status', finishedAt } as const
  return aDelivery(webhookId, { state: 'failed', attempts: 5, ...end, ...more })
}

/** Writes a delivery with its event and the event's body. */
export async function writeDelivery(
  trx: Trx,
  delivery: Delivery,
  { body = keptBody }: { readonly body?: Buffer } = {},
): Promise<void> {
  await insertEvent(trx, eventOf(delivery), { encryptedUnder: 'appliance', body })
  await insertDeliveries(trx, [{ ...delivery, failedAttempts: delivery.attempts }])
}

export async function keepDeliveries(
  db: Parameters<typeof inTransaction>[0],
  ...deliveries: readonly Delivery[]
): Promise<void> {
  await inTransaction(db, async (trx) => {
    for (const delivery of deliveries) await writeDelivery(trx, delivery)
  })
}

function eventOf(delivery: Delivery): Event {
  const { eventId: id, eventType: type, subjectId, createdAt } = delivery
  return { id, environment: 'live', type, subjectId, createdAt }
}
