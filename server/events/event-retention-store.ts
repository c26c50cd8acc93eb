// Deletes event bodies and events from the outbox.

import type { Trx } from '../db/transaction.ts'

/** Returns how many of the events had a body. */
export async function clearBodies(trx: Trx, ids: readonly string[]): Promise<number> {
  const result = await trx
    .updateTable('events')
    .set({ body: null })
    .where('id', 'in', ids)
    .where('body', 'is not', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

export async function deleteEvents(trx: Trx, ids: readonly string[]): Promise<number> {
  const result = await trx.deleteFrom('events').where('id', 'in', ids).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Returns the ids of a verification's events: few, because it completes once. */
export async function listIdsOf(trx: Trx, subjectId: string): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('events')
    .select('id')
    .where('subject_id', '=', subjectId)
    .execute()
  return rows.map(({ id }) => id)
}
