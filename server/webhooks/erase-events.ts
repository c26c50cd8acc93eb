// Erases what the outbox holds of a subject, in the transaction that erases the subject: bodies are gone,
// and what waited to be sent of them never is. The log of deliveries stays, and with it the subject's id.

import type { Trx } from '../db/transaction.ts'
import { forgetBodiesOf } from '../events/forget-events.ts'
import { cancelPendingOf } from './delivery-store.ts'

/** What is on the wire at this moment arrives or does not; it is not tried again. */
export async function eraseEventsOf(trx: Trx, subjectId: string, nowMs: number): Promise<void> {
  const eventIds = await forgetBodiesOf(trx, subjectId)
  if (eventIds.length > 0) await cancelPendingOf(trx, eventIds, nowMs)
}
