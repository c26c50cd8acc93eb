// Lists waiting, running and failed jobs for operators, and finds one by its id. It returns the subject's id and
// never the payload.

import { orUndefined } from '../db/columns.ts'
import { countRows } from '../db/count-rows.ts'
import { ifGiven } from '../db/if-given.ts'
import type { Db, Reader } from '../db/transaction.ts'
import { aloneTimes, sharedTimes } from '../nodes/node.ts'
import { jobSteps, type ListedJob } from './job.ts'
import { type JobTable, jobState } from './job-table.ts'

/** The next due first. */
export async function listWaitingJobs(db: Reader, limit: number): Promise<readonly ListedJob[]> {
  // The index has them in this order for each step.
  const rows = await Promise.all(
    jobSteps.map((step) =>
      selectJobs(db)
        .where('state', '=', jobState.waiting)
        .where('step', '=', step)
        .orderBy('due_at')
        .orderBy('jobs.id')
        .limit(limit)
        .execute(),
    ),
  )
  return rows.flat().map(toListedJob).toSorted(byDueTime).slice(0, limit)
}

function byDueTime(one: ListedJob, other: ListedJob): number {
  return one.dueAt - other.dueAt || (one.id < other.id ? -1 : 1)
}

/** The job whose node has been silent longest first. */
export async function listRunningJobs(
  { dialect, reader }: Pick<Db, 'dialect' | 'reader'>,
  limit: number,
): Promise<readonly ListedJob[]> {
  const { leaseMs } = dialect === 'sqlite' ? aloneTimes : sharedTimes
  const rows = await selectJobs(reader)
    .where('state', '=', jobState.running)
    .orderBy('seen_at')
    .orderBy('jobs.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...toListedJob(row), leaseUntil: leaseEnd(row, leaseMs) }))
}

/** Newest first. Failed jobs are deleted after seven days, as all finished jobs are. */
export async function listFailedJobs(db: Reader, limit: number): Promise<readonly ListedJob[]> {
  const rows = await selectJobs(db)
    .where('state', '=', jobState.failed)
    .orderBy('finished_at', 'desc')
    .orderBy('jobs.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toListedJob)
}

/** @param reason only those that failed for it */
export function countFailedJobs(db: Reader, reason?: string): Promise<number> {
  return countRows(
    db
      .selectFrom('jobs')
      .where('state', '=', jobState.failed)
      .$call(ifGiven(reason, (query, value) => query.where('reason', '=', value))),
  )
}

export async function findJob(db: Reader, id: string): Promise<ListedJob | undefined> {
  const row = await selectJobs(db).where('jobs.id', '=', id).executeTakeFirst()
  return row && toListedJob(row)
}

function selectJobs(db: Reader) {
  return db.selectFrom('jobs').leftJoin('nodes', 'nodes.id', 'jobs.owner').select(columns)
}

const columns = [
  'jobs.id',
  'kind',
  'subject_id',
  'state',
  'due_at',
  'runs',
  'attempts',
  'reason',
  'failing_since',
  'nodes.seen_at',
  'created_at',
  'finished_at',
] as const

type ListedRow = Omit<
  JobTable,
  | 'step'
  | 'payload'
  | 'throws'
  | 'interruptions'
  | 'lone_deaths'
  | 'is_trial'
  | 'is_ahead'
  | 'owner'
> & {
  readonly seen_at: number | null
}

function leaseEnd({ seen_at: seenAt }: ListedRow, leaseMs: number): number | undefined {
  return seenAt === null || !Number.isFinite(leaseMs) ? undefined : seenAt + leaseMs
}

function toListedJob(row: ListedRow): ListedJob {
  return {
    id: row.id,
    kind: row.kind,
    subjectId: row.subject_id,
    state: row.state,
    dueAt: row.due_at,
    runs: row.runs,
    attempts: row.attempts,
    reason: orUndefined(row.reason),
    failingSince: orUndefined(row.failing_since),
    leaseUntil: undefined,
    createdAt: row.created_at,
    finishedAt: orUndefined(row.finished_at),
  }
}
