// Sends one delivery again: the same event under the same ids, with all attempts before it.

import type { AuditOrigin } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import { type Alongside, nothingAlongside } from '../db/alongside.ts'
import { afterCommit, type Db, inTransaction, type Reader } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import type { Environment } from '../keys/key.ts'
import type { Delivery, Lane } from './delivery.ts'
import { findStanding, setReplayed } from './delivery-store.ts'
import { findDelivery } from './delivery-view.ts'
import { isBodyKept } from './replay-view.ts'

export interface ReplayNeeds extends AuditNeeds {
  readonly db: Db
  /** Tells the dispatcher that these webhooks have something to be sent. */
  readonly wakeDeliveries: (webhookIds: readonly string[], lane: Lane) => void
}

/** Where deliveries are to be sent again. */
export interface ReplayTarget {
  readonly webhookId: string
  /** Without it, a webhook of either will do. */
  readonly environment?: Environment | undefined
}

/**
 * One that is pending is made due now and begins anew, too; an attempt that is under way then decides
 * nothing any more. Returns it as it is now.
 * @throws AppError `not_found`; `conflict` when its body is not kept any more, or the webhook is inactive
 * or deleted.
 */
export function replayDelivery(
  needs: ReplayNeeds,
  by: AuditOrigin,
  target: ReplayTarget & { readonly deliveryId: string },
  alongside: Alongside<Delivery> = nothingAlongside,
): Promise<Delivery> {
  const { webhookId, deliveryId } = target
  return inTransaction(needs.db, async (trx) => {
    await requireActive(trx, target)
    const { state, eventId } = await requireDelivery(trx, webhookId, deliveryId)
    if (!(await isBodyKept(trx, eventId))) {
      const message =
        'The body of this event is not kept any more, so it cannot be sent again. Read the verification instead.'
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
    await alongside(trx, replayed)
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
export async function requireKnown(db: Reader, { webhookId, environment }: ReplayTarget) {
  const standing = await findStanding(db, webhookId, environment)
  if (standing !== undefined) return standing
  throw new AppError('not_found', 'No webhook has this id. List the webhooks to see their ids.')
}

/** @throws AppError `not_found`; `conflict` for one that nothing may be sent to */
export async function requireActive(db: Reader, target: ReplayTarget): Promise<void> {
  const standing = await requireKnown(db, target)
  if (standing === 'active') return
  const message =
    standing === 'deleted'
      ? 'This webhook was deleted, so nothing is sent to it any more.'
      : 'This webhook is not active. Activate it first, then replay.'
  throw new AppError('conflict', message)
}
