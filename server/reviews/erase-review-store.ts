// Deletes what a review holds of a person: notes, and copies of the score.

import type { Trx } from '../db/transaction.ts'
import { noScore } from './review-store.ts'

/**
 * Replaces each entry that has a note by the same entry without it: entries are never updated. Returns how many notes
 * there were.
 */
export async function removeNotes(trx: Trx, reviewId: string): Promise<number> {
  const noted = await trx
    .selectFrom('review_entries')
    .selectAll()
    .where('review_id', '=', reviewId)
    .where('note', 'is not', null)
    .execute()
  for (const entry of noted) {
    await trx.deleteFrom('review_entries').where('id', '=', entry.id).execute()
    await trx
      .insertInto('review_entries')
      .values({ ...entry, note: null })
      .execute()
  }
  return noted.length
}

/** Deletes the copies of the verification's score. */
export async function forgetScore(trx: Trx, reviewId: string): Promise<void> {
  const forgotten = { score_order: noScore }
  await trx.updateTable('reviews').set(forgotten).where('id', '=', reviewId).execute()
  await trx.updateTable('waiting_causes').set(forgotten).where('review_id', '=', reviewId).execute()
}
