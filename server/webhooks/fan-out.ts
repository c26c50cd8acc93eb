// Tells the world that something happened: an event in the outbox and one delivery for each webhook that
// is subscribed, in the transaction of what happened. Who subscribes later is not told of it.

import { afterCommit, type Trx } from '../db/transaction.ts'
import { type Happening, type RecordEventNeeds, recordEvent } from '../events/record-event.ts'
import { newId } from '../kernel/ids.ts'
import type { Lane } from './delivery.ts'
import { type DeliveryRow, insertDeliveries } from './delivery-queue-store.ts'
import { isSubscribed } from './webhook.ts'
import { listAllWebhooks } from './webhook-store.ts'

export interface AnnounceNeeds extends RecordEventNeeds {
  /** Tells the dispatcher that these webhooks have something to be sent. */
  readonly wakeDeliveries: (webhookIds: readonly string[], lane: Lane) => void
}

/** Writes nothing where nobody is subscribed. */
export async function announce(
  needs: AnnounceNeeds,
  trx: Trx,
  happening: Happening,
): Promise<void> {
  const webhooks = await listAllWebhooks(trx, happening.environment)
  const told = webhooks.filter((webhook) => isSubscribed(webhook, happening.type))
  if (told.length === 0) return
  const { id: eventId, createdAt } = await recordEvent(needs, trx, happening)
  const deliveries = told.map(
    ({ id: webhookId }): DeliveryRow => ({
      id: newId('dlv', createdAt),
      eventId,
      eventType: happening.type,
      webhookId,
      state: 'pending',
      dueAt: createdAt,
      attempts: 0,
      failedAttempts: 0,
      lastStatus: undefined,
      lastError: undefined,
      createdAt,
      finishedAt: undefined,
    }),
  )
  await insertDeliveries(trx, deliveries)
  afterCommit(trx, () =>
    needs.wakeDeliveries(
      told.map(({ id }) => id),
      'first',
    ),
  )
}
