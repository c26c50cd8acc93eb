// Pauses everything that is sent to the outside, as a restore does, and ends the pause.

import type { Trx } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { deleteOutgoingPause, insertOutgoingPause } from './outgoing-pause-store.ts'

/** @param backup the restored backup */
export async function pauseOutgoing(trx: Trx, clock: Clock, backup: string): Promise<void> {
  await insertOutgoingPause(trx, clock.now(), backup)
}

/** Returns whether there was a pause. */
export async function endOutgoingPause(trx: Trx): Promise<boolean> {
  return deleteOutgoingPause(trx)
}
