// Makes jobs due that wait for their next attempt.

import { changedRows } from '../db/changed-rows.ts'
import type { Trx } from '../db/transaction.ts'
import type { JobStep } from './job.ts'
import { jobState } from './job-table.ts'

interface FailingJobs {
  readonly steps: readonly JobStep[]
  readonly nowMs: number
  readonly limit: number
}

/**
 * Makes at most `limit` jobs due at `nowMs` that failed at one of these steps and are due later. Returns how many. Not
 * those whose last run ended in an exception: a job has few of these, and the delays between them leave time to mend a
 * fault of ours.
 */
export async function bringAttemptsForward(
  trx: Trx,
  { steps, nowMs, limit }: FailingJobs,
): Promise<number> {
  // Passes over jobs that another node is bringing forward.
  const ids = trx
    .selectFrom('jobs')
    .select('id')
    .where('state', '=', jobState.waiting)
    .where('step', 'in', steps)
    .where('due_at', '>', nowMs)
    .where('failing_since', 'is not', null)
    .where('throws', '=', 0)
    .limit(limit)
    .forUpdate()
    .skipLocked()
  return changedRows(trx.updateTable('jobs').set({ due_at: nowMs }).where('id', 'in', ids))
}
