// The queries by which a job that failed is claimed before it is due again.

import { prepare } from '../db/prepared.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import type { Job, JobStep } from './job.ts'
import { claimedColumns, hasKnownKind, toClaimedJob } from './job-claim-store.ts'
import { jobState } from './job-table.ts'
import { isSuspect } from './retry-policy.ts'

interface FailingJob {
  readonly id: string
  readonly step: JobStep
  readonly dueAt: number
}

/** Jobs of a step that are looked at: where a line fails, those that are due next have failed. */
const lookedAtMax = 100

/** Returns waiting jobs whose last attempts failed, none of them in an exception or a crash; the next due first. */
export async function listFailingJobs(
  db: Reader,
  steps: readonly JobStep[],
): Promise<readonly FailingJob[]> {
  const failing: FailingJob[] = []
  for (const step of steps) {
    const rows = await findWaiting.all(db, { step })
    for (const row of rows) {
      if (row.failing_since === null || row.throws > 0 || isSuspect(row)) continue
      failing.push({ id: row.id, step, dueAt: row.due_at })
    }
  }
  return failing.toSorted((one, other) => one.dueAt - other.dueAt)
}

const findWaiting = prepare((db, { step }: { readonly step: JobStep }) =>
  db
    .selectFrom('jobs')
    .select(['id', 'due_at', 'failing_since', 'throws', 'interruptions', 'reason'])
    .where('state', '=', jobState.waiting)
    .where('step', '=', step)
    .where(hasKnownKind)
    .orderBy('due_at')
    .limit(lookedAtMax),
)

/** Returns undefined if the job has changed meanwhile. Its `dueAt` stays, which tells that it was claimed early. */
export async function claimEarly(
  trx: Trx,
  { id, step, dueAt }: FailingJob,
  owner: string,
): Promise<Job | undefined> {
  const row = await trx
    .updateTable('jobs')
    .set((update) => ({
      state: 'running',
      owner,
      is_trial: 0,
      is_ahead: 0,
      runs: update('runs', '+', 1),
    }))
    .where('id', '=', id)
    .where('state', '=', jobState.waiting)
    .where('due_at', '=', dueAt)
    .returning(claimedColumns)
    .executeTakeFirst()
  return row && toClaimedJob(row, { step, is_trial: 0, is_ahead: 0 })
}
