// The queries of `jobs`: insert, end a run, list, delete (job-claim-store.ts: claim). Only the runner calls the ones
// that change a job's state; features enqueue jobs and wake the runner.

import { sql, type Updateable } from 'kysely'
import { changedRows, changesAny } from '../db/changed-rows.ts'
import { orNull, orUndefined } from '../db/columns.ts'
import { prepare, prepareOptional } from '../db/prepared.ts'
import { prepareList } from '../db/prepared-list.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import type { Job, JobKind } from './job.ts'
import type { JobChange } from './job-change.ts'
import { hasKnownKind, jobColumns, toJob } from './job-claim-store.ts'
import { type JobTable, jobState } from './job-table.ts'

type JobRow = Pick<Job, 'id' | 'kind' | 'step' | 'subjectId' | 'payload' | 'dueAt'>

export function insertJob(trx: Trx, job: JobRow, nowMs: number): Promise<unknown> {
  return insertOne.run(trx, {
    id: job.id,
    kind: job.kind,
    subject_id: job.subjectId,
    payload: JSON.stringify(job.payload),
    step: job.step,
    due_at: job.dueAt,
    created_at: nowMs,
  })
}

type NewJobColumns = Pick<
  JobTable,
  'id' | 'kind' | 'subject_id' | 'payload' | 'step' | 'due_at' | 'created_at'
>

/** What is the same in all new jobs stands in the statement: each value that is bound costs time. */
const none = sql.lit(0 as const)
const insertOne = prepare((db, row: NewJobColumns) =>
  db.insertInto('jobs').values({
    ...row,
    state: jobState.waiting,
    attempts: none,
    throws: none,
    runs: none,
    interruptions: none,
    lone_deaths: none,
    is_trial: none,
    is_ahead: none,
  }),
)

/**
 * Makes a waiting job due now and returns whether that changed its due time. On a running job it changes `due_at`
 * too, which `isToRunNow` detects, because the run may have queried the provider just before its state changed.
 */
export async function setJobDue(
  trx: Trx,
  job: { readonly kind: JobKind; readonly subjectId: string },
  nowMs: number,
): Promise<boolean> {
  await setRunningJobDue(trx, job, nowMs)
  const waiting = dueOfSubject(trx, job, nowMs).where('state', '=', jobState.waiting)
  return changesAny(waiting.where('due_at', '>', nowMs))
}

/** The same for a running job alone. */
export async function setRunningJobDue(
  trx: Trx,
  job: Pick<Job, 'kind' | 'subjectId'>,
  nowMs: number,
): Promise<void> {
  await dueOfSubject(trx, job, nowMs).where('state', '=', jobState.running).execute()
}

function dueOfSubject(trx: Trx, { kind, subjectId }: Pick<Job, 'kind' | 'subjectId'>, at: number) {
  return trx
    .updateTable('jobs')
    .set({ due_at: at })
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
}

/** Returns whether `setJobDue` was called for the job since this run was claimed. */
export async function isToRunNow(trx: Trx, job: Job): Promise<boolean> {
  const row = await findDueAt.first(trx, { id: job.id })
  return row !== undefined && row.due_at !== job.dueAt
}

const findDueAt = prepare((db, { id }: Pick<JobTable, 'id'>) =>
  db.selectFrom('jobs').select('due_at').where('id', '=', id),
)

/** The job of this kind that a subject has; `finishedAt` is undefined while it waits or runs. */
export async function findJobOf(
  trx: Trx,
  { kind, subjectId }: Pick<Job, 'kind' | 'subjectId'>,
): Promise<{ readonly id: string; readonly finishedAt: number | undefined } | undefined> {
  const row = await findOfSubject.first(trx, { kind, subjectId })
  return row && { id: row.id, finishedAt: orUndefined(row.finished_at) }
}

const findOfSubject = prepare((db, { kind, subjectId }: Pick<Job, 'kind' | 'subjectId'>) =>
  db
    .selectFrom('jobs')
    .select(['id', 'finished_at'])
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId),
)

export async function deleteJob(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('jobs').where('id', '=', id).execute()
}

/** Identifies one run of a job. A run that lost the job to another run can no longer write. */
export interface RunFence {
  readonly jobId: string
  readonly owner: string
  readonly run: number
}

/** Writes the end of a run; returns false and writes nothing if another run has taken over the job. */
export async function endRun(trx: Trx, fence: RunFence, change: JobChange): Promise<boolean> {
  return (await endOne.run(trx, { ...fence, ...columnsOf(change) })) > 0
}

const endOne = prepareOptional((db, { jobId, owner, run, ...columns }: RunFence & EndColumns) =>
  db
    .updateTable('jobs')
    .set({ owner: null, ...columns })
    .where('id', '=', jobId)
    .where('state', '=', jobState.running)
    .where('owner', '=', owner)
    .where('runs', '=', run),
)

/**
 * Ends runs of one owner that are done, all with the same number. Returns the ids of the jobs that were written: a job
 * that another run has taken over is left as it is.
 */
export async function finishRuns(
  trx: Trx,
  jobIds: readonly string[],
  done: FinishedRuns,
): Promise<readonly string[]> {
  if ((await finishAll.run(trx, jobIds, done)) === jobIds.length) return jobIds
  const { run, finishedAt } = done
  return (await listFinished.all(trx, jobIds, { run, finishedAt })).map(({ id }) => id)
}

interface FinishedRuns extends Omit<RunFence, 'jobId'> {
  readonly reason: string
  readonly finishedAt: number
}

const finishAll = prepareList((db, jobIds, { owner, run, reason, finishedAt }: FinishedRuns) =>
  db
    .updateTable('jobs')
    .set({ state: 'done', owner: null, reason, finished_at: finishedAt })
    .where('id', 'in', jobIds)
    .where('state', '=', jobState.running)
    .where('owner', '=', owner)
    .where('runs', '=', run),
)

/** No other run of a job has the same number. */
const listFinished = prepareList(
  (db, jobIds, { run, finishedAt }: Pick<FinishedRuns, 'run' | 'finishedAt'>) =>
    db
      .selectFrom('jobs')
      .select('id')
      .where('id', 'in', jobIds)
      .where('state', '=', 'done')
      .where('runs', '=', run)
      .where('finished_at', '=', finishedAt),
)

type EndColumns = Omit<Updateable<JobTable>, 'id' | 'owner' | 'runs'>

function columnsOf(change: JobChange): EndColumns {
  const { state, reason } = change
  if (change.state !== 'waiting') return { state, reason, finished_at: change.finishedAt }
  const { step, dueAt, attempts, throws, interruptions, loneDeaths, failingSince } = change
  return {
    state,
    step,
    reason,
    due_at: dueAt,
    attempts,
    throws,
    interruptions,
    lone_deaths: loneDeaths,
    failing_since: orNull(failingSince),
  }
}

/**
 * Whether this run still has the job. It fences the writes of its transaction: nobody else takes the job before the
 * commit.
 */
export async function holdsRun(trx: Trx, fence: RunFence): Promise<boolean> {
  return (await findRun.first(trx, { ...fence })) !== undefined
}

const findRun = prepare((db, { jobId, owner, run }: RunFence) =>
  db
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', jobId)
    .where('state', '=', jobState.running)
    .where('owner', '=', owner)
    .where('runs', '=', run)
    .forUpdate(),
)

/** A running job, with the node that runs it. */
export interface OwnedJob extends Job {
  readonly owner: string
}

export async function listRunsOf(db: Reader, owner: string): Promise<readonly OwnedJob[]> {
  return (await findRuns.all(db, { owner })).map((row) => ({ ...toJob(row), owner }))
}

const findRuns = prepare((db, { owner }: { readonly owner: string }) =>
  db
    .selectFrom('jobs')
    .select(jobColumns)
    .where('state', '=', jobState.running)
    .where('owner', '=', owner)
    .where(hasKnownKind),
)

/** Lists the other nodes that have running jobs, dead or alive. */
export async function listOtherOwners(db: Reader, own: string): Promise<readonly string[]> {
  const rows = await findOwners.all(db, { own })
  return rows.map(({ owner }) => owner ?? '')
}

const findOwners = prepare((db, { own }: { readonly own: string }) =>
  db
    .selectFrom('jobs')
    .select('owner')
    .distinct()
    .where('state', '=', jobState.running)
    .where('owner', '!=', own),
)

/** Deletes at most `limit` jobs that finished before `before`; returns how many. */
export async function deleteFinishedJobs(trx: Trx, before: number, limit: number): Promise<number> {
  const old = trx
    .selectFrom('jobs')
    .select('id')
    .where('finished_at', '<', before)
    .orderBy('finished_at')
    .limit(limit)
  return changedRows(trx.deleteFrom('jobs').where('id', 'in', old))
}
