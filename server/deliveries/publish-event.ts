// Publishes an event: writes it to the outbox and one delivery for each subscribed webhook, in the
// transaction of the change that caused it. A webhook that subscribes later does not get the event.

import { afterCommit, type Trx } from '../db/transaction.ts'
import { type NewEvent, type RecordEventNeeds, recordEvent } from '../events/record-event.ts'
import { newId } from '../kernel/ids.ts'
import { listSubscribed } from '../webhooks/list-subscribed.ts'
import type { DeliveryPriority } from './delivery.ts'
import { type DeliveryRow, insertDeliveries } from './delivery-queue-store.ts'

export interface PublishNeeds extends RecordEventNeeds {
  /** Wakes the dispatcher for these webhooks; called after the commit. */
  readonly wakeDeliveries: (webhookIds: readonly string[], priority: DeliveryPriority) => void
}

/** Writes nothing when no active webhook is subscribed. */
export async function publishEvent(
  needs: PublishNeeds,
  trx: Trx,
  newEvent: NewEvent,
): Promise<void> {
  const subscribers = await listSubscribed(trx, newEvent)
  if (subscribers.length === 0) return
  const { id: eventId, createdAt } = await recordEvent(needs, trx, newEvent)
  const deliveries = subscribers.map(
    ({ id: webhookId }): DeliveryRow => ({
      id: newId('dlv', createdAt),
      eventId,
      eventType: newEvent.type,
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
      subscribers.map(({ id }) => id),
      'first_attempt',
    ),
  )
}
