// Stores to whom waiting reviews are assigned.

import { orNull } from '../db/columns.ts'
import { ifGiven } from '../db/if-given.ts'
import type { Trx } from '../db/transaction.ts'
import type { Review } from './review.ts'
import { toReview } from './review-store.ts'

/**
 * Assigns the reviews, or releases them, and ends the claims of everybody but the new assignee. An assignment also ends
 * what is reserved for others after a rejected proposal: the assignee gets it as the next review.
 */
export async function setAssignee(
  trx: Trx,
  ids: readonly string[],
  assignedTo: string | undefined,
): Promise<void> {
  const waiting = trx.updateTable('reviews').where('id', 'in', ids).where('state', '!=', 'closed')
  await waiting.set({ assigned_to: orNull(assignedTo) }).execute()
  await waiting
    .set({ claimed_by: null, claimed_until: null, claimed_at: null })
    .$call(ifGiven(assignedTo, (query, value) => query.where('claimed_by', '!=', value)))
    .execute()
  if (assignedTo === undefined) return
  await waiting
    .set({ kept_for: null, kept_until: null })
    .where('kept_for', '!=', assignedTo)
    .execute()
}

/** Returns the reviews among the ids, by id. */
export async function findReviewsOf(trx: Trx, ids: readonly string[]): Promise<readonly Review[]> {
  const rows = await trx
    .selectFrom('reviews')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows.map(toReview)
}
