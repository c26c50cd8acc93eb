// Erases the event bodies of a verification, in the transaction that erases the verification, and
// cancels the deliveries still pending. The delivery log stays, and with it the verification's id.

import type { Trx } from '../db/transaction.ts'
import { eraseBodiesOf } from '../events/prune-events.ts'
import { cancelPendingOf } from './delivery-store.ts'

/** An attempt that is under way may still arrive; it is not retried. Returns how many events there were. */
export async function eraseEventsOf(trx: Trx, subjectId: string, nowMs: number): Promise<number> {
  const eventIds = await eraseBodiesOf(trx, subjectId)
  if (eventIds.length > 0) await cancelPendingOf(trx, eventIds, nowMs)
  return eventIds.length
}
