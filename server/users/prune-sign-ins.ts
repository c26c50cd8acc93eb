// Scheduled task: deletes ended sessions, expired sign-in failures, old seen notices, old known places and visits
// to the bank's directory that did not come back.

import { inSharedTransaction } from '../db/transaction.ts'
import { noticesKeptMs } from './account-notice.ts'
import { deleteNoticesSeenBefore } from './account-notice-store.ts'
import { attemptsKeptMs } from './back-off.ts'
import { visitLifeMs } from './directory-visit.ts'
import { deleteVisitsBefore } from './directory-visit-store.ts'
import { deleteKnownPlacesBefore } from './known-place-store.ts'
import type { UserNeeds } from './request-origin.ts'
import { deleteSessionsBefore } from './session-store.ts'
import { deleteAttemptsBefore } from './sign-in-attempt-store.ts'
import { placesKnownMs } from './sign-in-place.ts'

/** Resolves with the number of deleted rows. */
export function pruneSignIns({ db, clock, config }: UserNeeds): Promise<number> {
  const nowMs = clock.now()
  return inSharedTransaction(db, async (trx) => {
    const sessions = await deleteSessionsBefore(trx, nowMs - config.users.sessionMaxMs)
    const attempts = await deleteAttemptsBefore(trx, nowMs - attemptsKeptMs)
    const notices = await deleteNoticesSeenBefore(trx, nowMs - noticesKeptMs)
    const places = await deleteKnownPlacesBefore(trx, nowMs - placesKnownMs)
    const visits = await deleteVisitsBefore(trx, nowMs - visitLifeMs)
    return sessions + attempts + notices + places + visits
  })
}
