// Calls off what waits for a webhook that is not active any more, a few hundred a transaction, so that
// nobody waits for it. Nothing of it is sent meanwhile: who sends looks at the webhook first.

import { type Db, inTransaction } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { cancelPending, cancelsMax, listInactiveWithPending } from './delivery-cancel-store.ts'
import { findStanding } from './delivery-store.ts'

export interface CancelNeeds {
  readonly db: Db
  readonly clock: Clock
}

/** Returns how many. Stops where the webhook is active: what waits for it then is to be sent. */
export async function cancelBacklog(needs: CancelNeeds, webhookId: string): Promise<number> {
  let total = 0
  for (;;) {
    const count = await inTransaction(needs.db, async (trx) => {
      const standing = await findStanding(trx, webhookId, undefined)
      return standing === 'active' ? 0 : cancelPending(trx, webhookId, needs.clock.now())
    })
    total += count
    if (count < cancelsMax) return total
  }
}

/** What a stop cuts off is done by the schedule, later. */
export function cancelBacklogInBackground(
  needs: CancelNeeds & { readonly log: Log },
  webhookId: string,
): void {
  cancelBacklog(needs, webhookId).catch((error: unknown) =>
    needs.log.error('cancel_backlog_failed', { webhook_id: webhookId }, error),
  )
}

/** For the schedule: what a stop or a crash left. Returns how many. */
export async function cancelBacklogs(needs: CancelNeeds): Promise<number> {
  let total = 0
  for (const id of await listInactiveWithPending(needs.db.reader)) {
    total += await cancelBacklog(needs, id)
  }
  return total
}
