// Deletes event bodies and events, for pruning by age and for erasure. Cancelling the deliveries
// that need them is up to the webhooks.

import type { Trx } from '../db/transaction.ts'
import { clearBodies, deleteEvents, listIdsOf } from './event-retention-store.ts'

/** Clears the bodies and keeps the events; returns how many had a body. */
export async function pruneBodies(trx: Trx, eventIds: readonly string[]): Promise<number> {
  return eventIds.length === 0 ? 0 : clearBodies(trx, eventIds)
}

/** Clears the body of every event of a verification; returns the ids of these events. */
export async function eraseBodiesOf(trx: Trx, subjectId: string): Promise<readonly string[]> {
  const ids = await listIdsOf(trx, subjectId)
  await pruneBodies(trx, ids)
  return ids
}

/** Deletes events that no delivery refers to; returns how many. */
export async function pruneEvents(trx: Trx, eventIds: readonly string[]): Promise<number> {
  return eventIds.length === 0 ? 0 : deleteEvents(trx, eventIds)
}
