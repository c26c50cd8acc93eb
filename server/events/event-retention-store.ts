// Deletes event bodies and events from the outbox.

import { changedRows } from '../db/changed-rows.ts'
import type { Trx } from '../db/transaction.ts'

/** Returns how many of the events had a body. */
export function clearBodies(trx: Trx, ids: readonly string[]): Promise<number> {
  return changedRows(
    trx
      .updateTable('events')
      .set({ body: null })
      .where('id', 'in', ids)
      .where('body', 'is not', null),
  )
}

export function deleteEvents(trx: Trx, ids: readonly string[]): Promise<number> {
  return changedRows(trx.deleteFrom('events').where('id', 'in', ids))
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
