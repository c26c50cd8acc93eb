// Forgets sessions that are over for good and failures that no longer count.

import { inTransaction } from '../db/transaction.ts'
import { deleteAttemptsBefore } from './attempt-store.ts'
import { attemptsKeptMs } from './back-off.ts'
import { deleteSessionsBefore } from './session-store.ts'
import type { StaffNeeds } from './visitor.ts'

/** How many were forgotten. */
export function pruneStaff({ db, clock, config }: StaffNeeds): Promise<number> {
  const nowMs = clock.now()
  return inTransaction(db, async (trx) => {
    const sessions = await deleteSessionsBefore(trx, nowMs - config.staff.sessionMaxMs)
    return sessions + (await deleteAttemptsBefore(trx, nowMs - attemptsKeptMs))
  })
}
