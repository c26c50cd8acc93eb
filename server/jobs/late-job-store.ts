// Brings jobs forward that a clock which was ahead made due far too late.

import type { ExpressionBuilder } from 'kysely'
import { changedRows } from '../db/changed-rows.ts'
import type { Schema } from '../db/schema.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import { jobSteps } from './job.ts'
import { jobState } from './job-table.ts'

/** Which jobs are due too late. */
interface Lateness {
  readonly dueAfter: number
  /** Jobs whose last run ended with this reason may wait longer. */
  readonly patient: { readonly reason: string; readonly dueAfter: number }
}

export async function hasLateJob(db: Reader, lateness: Lateness): Promise<boolean> {
  const found = await db
    .selectFrom('jobs')
    .select('id')
    .where((where) => isLate(where, lateness))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Makes the late jobs due at `nowMs`. Returns how many. */
export async function bringJobsForward(
  trx: Trx,
  { nowMs, ...lateness }: Lateness & { readonly nowMs: number },
): Promise<number> {
  return changedRows(
    trx
      .updateTable('jobs')
      .set({ due_at: nowMs })
      .where((where) => isLate(where, lateness)),
  )
}

function isLate(where: ExpressionBuilder<Schema, 'jobs'>, { dueAfter, patient }: Lateness) {
  return where.and([
    where('state', '=', jobState.waiting),
    // For the index.
    where('step', 'in', jobSteps),
    where('due_at', '>', dueAfter),
    where.or([
      where('reason', 'is distinct from', patient.reason),
      where('due_at', '>', patient.dueAfter),
    ]),
  ])
}
