// Cancels the pending deliveries of a webhook that is no longer active, a few hundred in a
// transaction, so that other writers do not wait. None of them is sent meanwhile, because the
// dispatcher checks the webhook before it sends.

import type { Appliance } from '../appliance.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Log } from '../kernel/log.ts'
import { untilFewer } from '../kernel/until-fewer.ts'
import { findWebhookStatus } from '../webhooks/webhook-status-view.ts'
import { cancelPending, cancelsMax, listInactiveWithPending } from './delivery-cancel-store.ts'

type CancelNeeds = Pick<Appliance, 'db' | 'clock'>

/**
 * Returns how many deliveries were cancelled. Stops when the webhook is active again, because its
 * pending deliveries are then to be sent.
 */
export async function cancelBacklog(needs: CancelNeeds, webhookId: string): Promise<number> {
  return untilFewer(cancelsMax, () =>
    inTransaction(needs.db, async (trx) => {
      const status = await findWebhookStatus(trx, webhookId, undefined)
      return status === 'active' ? 0 : cancelPending(trx, webhookId, needs.clock.now())
    }),
  )
}

/** If the server stops half-way, the scheduled task cancels the rest. */
export function cancelBacklogInBackground(
  needs: CancelNeeds & { readonly log: Log },
  webhookId: string,
): void {
  cancelBacklog(needs, webhookId).catch((error: unknown) =>
    needs.log.error('cancel_backlog_failed', { webhook_id: webhookId }, error),
  )
}

/** For the scheduled task: cancels what a stop or a crash left pending. Returns how many. */
export async function cancelBacklogs(needs: CancelNeeds): Promise<number> {
  let total = 0
  for (const id of await listInactiveWithPending(needs.db.reader)) {
    total += await cancelBacklog(needs, id)
  }
  return total
}
