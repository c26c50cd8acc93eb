// Forgets sessions that are over for good, failures that no longer count, notices that were seen long ago, and from
// where nobody has signed in for long.

import { inTransaction } from '../db/transaction.ts'
import { noticesKeptMs } from './account-notice.ts'
import { deleteNoticesSeenBefore } from './account-notice-store.ts'
import { deleteAttemptsBefore } from './attempt-store.ts'
import { attemptsKeptMs } from './back-off.ts'
import { deleteKnownPlacesBefore } from './known-place-store.ts'
import { deleteSessionsBefore } from './session-store.ts'
import { placesKnownMs } from './sign-in-place.ts'
import type { StaffNeeds } from './visitor.ts'

/** How many were forgotten. */
export function pruneStaff({ db, clock, config }: StaffNeeds): Promise<number> {
  const nowMs = clock.now()
  return inTransaction(db, async (trx) => {
    const sessions = await deleteSessionsBefore(trx, nowMs - config.staff.sessionMaxMs)
    const attempts = await deleteAttemptsBefore(trx, nowMs - attemptsKeptMs)
    const notices = await deleteNoticesSeenBefore(trx, nowMs - noticesKeptMs)
    const places = await deleteKnownPlacesBefore(trx, nowMs - placesKnownMs)
    return sessions + attempts + notices + places
  })
}
