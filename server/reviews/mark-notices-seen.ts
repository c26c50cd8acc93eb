// A reviewer marks notices as read, which removes them.

import { type Db, inTransaction } from '../db/transaction.ts'
import { deleteSeenNotices } from './review-notice-store.ts'

/** Notices of others, and those that are gone already, are left out. Returns how many there were. */
export function markReviewNoticesSeen(
  { db }: { readonly db: Db },
  seen: { readonly userId: string; readonly ids: readonly string[] },
): Promise<number> {
  return inTransaction(db, (trx) => deleteSeenNotices(trx, seen))
}
