// Lets go of what the outbox has kept for long enough, or must not keep any longer. What is called off in
// consequence is decided by those who send.

import type { Trx } from '../db/transaction.ts'
import { clearBodies, deleteEvents, listIdsOf } from './event-retention-store.ts'

/** The events stay, without what was sent of them; returns how many had a body until then. */
export async function forgetBodies(trx: Trx, eventIds: readonly string[]): Promise<number> {
  return eventIds.length === 0 ? 0 : clearBodies(trx, eventIds)
}

/** Takes the body of every event of a subject; returns the ids of these events. */
export async function forgetBodiesOf(trx: Trx, subjectId: string): Promise<readonly string[]> {
  const ids = await listIdsOf(trx, subjectId)
  await forgetBodies(trx, ids)
  return ids
}

/** No delivery may name them. Returns how many there were. */
export async function forgetEvents(trx: Trx, eventIds: readonly string[]): Promise<number> {
  return eventIds.length === 0 ? 0 : deleteEvents(trx, eventIds)
}
