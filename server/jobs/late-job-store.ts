// Brings jobs forward that a clock which was ahead made due far too late.

import { changedRows } from '../db/changed-rows.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import { jobState } from './job-table.ts'

export async function hasJobAfter(db: Reader, dueAfter: number): Promise<boolean> {
  const found = await db
    .selectFrom('jobs')
    .select('id')
    .where('state', '=', jobState.waiting)
    .where('due_at', '>', dueAfter)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Makes waiting jobs due at `nowMs` that are due after `dueAfter`. Returns how many. */
export async function bringJobsForward(
  trx: Trx,
  { dueAfter, nowMs }: { readonly dueAfter: number; readonly nowMs: number },
): Promise<number> {
  return changedRows(
    trx
      .updateTable('jobs')
      .set({ due_at: nowMs })
      .where('state', '=', jobState.waiting)
      .where('due_at', '>', dueAfter),
  )
}
