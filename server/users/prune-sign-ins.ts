// Scheduled task: deletes ended sessions, expired sign-in failures, old seen notices, old known places and visits
// to the bank's directory that did not come back.

import { inSharedTransaction } from '../db/transaction.ts'
import { visitLifeMs } from './directory/directory-visit.ts'
import { deleteVisitsBefore } from './directory/directory-visit-store.ts'
import { noticesKeptMs } from './notices/account-notice.ts'
import { deleteNoticesSeenBefore } from './notices/account-notice-store.ts'
import type { UserNeeds } from './request-origin.ts'
import { deleteSessionsBefore } from './session-store.ts'
import { attemptsKeptMs } from './sign-in/back-off.ts'
import { deleteKnownPlacesBefore } from './sign-in/known-place-store.ts'
import { deleteAttemptsBefore } from './sign-in/sign-in-attempt-store.ts'
import { placesKnownMs } from './sign-in/sign-in-place.ts'

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
