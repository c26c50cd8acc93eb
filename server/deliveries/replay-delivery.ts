// Replays one delivery: sends the same event under the same ids, with a full set of attempts.

import type { AuditOrigin } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import { type InSameTransaction, nothingMore } from '../db/in-same-transaction.ts'
import { afterCommit, type Db, inTransaction, type Reader } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import type { Environment } from '../kernel/environment.ts'
import { noSuchWebhook } from '../webhooks/read-webhook.ts'
import { findWebhookStatus } from '../webhooks/webhook-status-view.ts'
import type { Delivery, DeliveryPriority } from './delivery.ts'
import { setReplayed } from './delivery-store.ts'
import { findDelivery } from './delivery-view.ts'
import { isBodyKept } from './replay-view.ts'

export interface ReplayNeeds extends AuditNeeds {
  readonly db: Db
  /** Wakes the dispatcher for these webhooks; called after the commit. */
  readonly wakeDeliveries: (webhookIds: readonly string[], priority: DeliveryPriority) => void
}

/** The webhook whose deliveries are replayed. */
export interface ReplayTarget {
  readonly webhookId: string
  /** undefined: a webhook of either environment. */
  readonly environment?: Environment | undefined
}

/**
 * Returns the delivery after the change. A pending delivery becomes due now and starts over; an
 * attempt that is under way is recorded but no longer changes its state.
 * @throws AppError `not_found`; `conflict` when the event's body is gone, or the webhook is
 * inactive or deleted
 */
export function replayDelivery(
  needs: ReplayNeeds,
  by: AuditOrigin,
  target: ReplayTarget & { readonly deliveryId: string },
  inSameTransaction: InSameTransaction<Delivery> = nothingMore,
): Promise<Delivery> {
  const { webhookId, deliveryId } = target
  return inTransaction(needs.db, async (trx) => {
    await requireActive(trx, target)
    const { state, eventId } = await requireDelivery(trx, webhookId, deliveryId)
    if (!(await isBodyKept(trx, eventId))) {
      const message =
        'The body of this event was deleted, so it cannot be sent again. Read the verification instead.'
      throw new AppError('conflict', message)
    }
    await setReplayed(trx, [deliveryId], { state, nowMs: needs.clock.now() })
    const replayed = await requireDelivery(trx, webhookId, deliveryId)
    await recordAudit(needs, trx, {
      by,
      action: 'webhook.replayed',
      subject: { kind: 'webhook', id: webhookId },
      details: { count: 1, delivery_id: deliveryId },
    })
    await inSameTransaction(trx, replayed)
    afterCommit(trx, () => needs.wakeDeliveries([webhookId], 'retry'))
    return replayed
  })
}

/** @throws AppError `not_found` */
export async function requireDelivery(
  db: Reader,
  webhookId: string,
  deliveryId: string,
): Promise<Delivery> {
  const delivery = await findDelivery(db, webhookId, deliveryId)
  if (delivery) return delivery
  const message = 'This webhook has no delivery of this id. List its deliveries to see their ids.'
  throw new AppError('not_found', message)
}

/** A webhook that is, or was: its log outlives it. @throws AppError `not_found` */
export async function requireWebhook(db: Reader, { webhookId, environment }: ReplayTarget) {
  const status = await findWebhookStatus(db, webhookId, environment)
  if (status !== undefined) return status
  throw noSuchWebhook(environment)
}

/** @throws AppError `not_found`; `conflict` for an inactive or deleted webhook */
export async function requireActive(db: Reader, target: ReplayTarget): Promise<void> {
  const status = await requireWebhook(db, target)
  if (status === 'active') return
  const message =
    status === 'deleted'
      ? 'This webhook was deleted, so nothing is sent to it any more.'
      : 'This webhook is not active. Activate it first, then replay.'
  throw new AppError('conflict', message)
}
