// The queries by which nodes take jobs: which is due next, and claims of those that are due.

import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import { orUndefined } from '../db/columns.ts'
import { prepare } from '../db/prepared.ts'
import type { Schema } from '../db/schema.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import { type Job, type JobStep, jobKinds, jobSteps } from './job.ts'
import { type JobTable, jobState } from './job-table.ts'
import {
  cutOffReasons,
  interrupted,
  isSuspect,
  suspectAnywayFrom,
  suspectFrom,
} from './retry-policy.ts'

/** What a claim reads of each job: it knows the others, and each column of each job costs time. */
export const claimedColumns = [
  'id',
  'kind',
  'subject_id',
  'payload',
  'attempts',
  'throws',
  'runs',
  'due_at',
  'interruptions',
  'lone_deaths',
  'reason',
  'failing_since',
  'created_at',
] as const
export const jobColumns = [...claimedColumns, 'step', 'is_trial', 'is_ahead'] as const
type ClaimMarks = Pick<JobTable, 'step' | 'is_trial' | 'is_ahead'>

/** As a case, so that the planner never takes the index of kinds, by which most jobs are alike. */
export const hasKnownKind = (where: ExpressionBuilder<Schema, 'jobs'>) =>
  where(where.case().when('kind', 'in', jobKinds).then(1).else(0).end(), '=', 1)

/** The next job of a step that is due or will be, of the kinds that this release can run. */
interface NextDue {
  readonly step: JobStep
  readonly dueAt: number
  readonly isSuspect: boolean
}

/** Returns the next job of each step, the next due first; none for a step without waiting jobs. */
export async function listNextDue(db: Reader): Promise<readonly NextDue[]> {
  const rows = await findNext.all(db, {})
  return rows
    .map((row) => ({ step: row.step, dueAt: row.due_at, isSuspect: isSuspect(row) }))
    .toSorted((one, other) => one.dueAt - other.dueAt)
}

/** Of all steps. */
export async function findNextDue(db: Reader): Promise<NextDue | undefined> {
  return (await listNextDue(db))[0]
}

const findNext = prepare((db) => {
  const nextOf = (step: JobStep) =>
    db.selectFrom(
      db
        .selectFrom('jobs')
        .select(['step', 'due_at', 'interruptions', 'reason'])
        .where('state', '=', jobState.waiting)
        .where('step', '=', sql.lit(step))
        .where(hasKnownKind)
        .orderBy('due_at')
        .limit(1)
        .as('next'),
    )
  const [first, ...others] = jobSteps
  let query = nextOf(first).selectAll()
  for (const step of others) query = query.unionAll(nextOf(step).selectAll())
  return query
})

interface Claim {
  /** Id of the node that runs the jobs. */
  readonly owner: string
  readonly step: JobStep
  readonly nowMs: number
  readonly limit: number
}

/**
 * Claims the jobs of a step that have been due longest, of the kinds that this release knows: a newer release may work
 * on the same database. Jobs that another node is claiming at the same moment are passed over, and so are suspects.
 */
export async function claimDueJobs(trx: Trx, claim: Claim): Promise<readonly Job[]> {
  const marks = { step: claim.step, is_trial: 0, is_ahead: 0 } as const
  return (await claimTogether.all(trx, claim)).map((row) => toClaimedJob(row, marks))
}

/**
 * Claims jobs like `claimDueJobs` for which no slot is free yet. A crash does not count an interruption for them,
 * because they may not have begun; so none is claimed that a crash has met, or one that crashes its servers would go on
 * uncounted.
 */
export async function claimJobsAhead(trx: Trx, claim: Claim): Promise<readonly Job[]> {
  const marks = { step: claim.step, is_trial: 0, is_ahead: 1 } as const
  return (await claimAhead.all(trx, claim)).map((row) => toClaimedJob(row, marks))
}

/**
 * Claims the suspect that has been due longest, like `claimDueJobs`. The caller runs no other job.
 * @param isTrial whether the death of the server would say something of the job
 */
export async function claimSuspect(
  trx: Trx,
  { isTrial, ...claim }: Omit<Claim, 'limit'> & { readonly isTrial: boolean },
): Promise<readonly Job[]> {
  const marks = { step: claim.step, is_trial: isTrial ? 1 : 0, is_ahead: 0 } as const
  const { is_trial } = marks
  const rows = await claimAlone.all(trx, { ...claim, limit: 1, is_trial })
  return rows.map((row) => toClaimedJob(row, marks))
}

type JobsWhere = ExpressionBuilder<Schema, 'jobs'>

const claimTogether = prepare((db, claim: Claim) =>
  claiming(db, { ...claim, is_trial: 0, is_ahead: 0 }, (where) => where(suspicion(where), '=', 0)),
)
const claimAhead = prepare((db, claim: Claim) =>
  claiming(db, { ...claim, is_trial: 0, is_ahead: 1 }, (where) =>
    where.and([where('interruptions', '=', 0), where('reason', 'is distinct from', interrupted)]),
  ),
)
const claimAlone = prepare((db, claim: Claim & Pick<JobTable, 'is_trial'>) =>
  claiming(db, { ...claim, is_ahead: 0 }, (where) => where(suspicion(where), '=', 1)),
)

/** `isSuspect` as SQL: 1 or 0. */
const suspicion = (where: JobsWhere) =>
  where
    .case()
    .when('interruptions', '>=', suspectAnywayFrom)
    .then(1)
    .when(
      where.and([where('interruptions', '>=', suspectFrom), where('reason', 'in', cutOffReasons)]),
    )
    .then(1)
    .else(0)
    .end()

type MarkedClaim = Claim & ClaimMarks

/** @param isChosen condition on the jobs beyond being due */
function claiming(
  db: Reader,
  claim: MarkedClaim,
  isChosen: (where: JobsWhere) => ExpressionWrapper<Schema, 'jobs', SqlBool>,
) {
  const due = db
    .selectFrom('jobs')
    .select('id')
    .where('state', '=', jobState.waiting)
    .where('step', '=', claim.step)
    .where('due_at', '<=', claim.nowMs)
    .where(isChosen)
    .where(hasKnownKind)
    .orderBy('due_at')
    .orderBy('id')
    .limit(claim.limit)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('jobs')
    .set((update) => ({
      state: 'running',
      owner: claim.owner,
      is_trial: claim.is_trial,
      is_ahead: claim.is_ahead,
      runs: update('runs', '+', 1),
    }))
    .where('id', 'in', due)
    .returning(claimedColumns)
}

export function toJob(row: Pick<JobTable, (typeof jobColumns)[number]>): Job {
  return toClaimedJob(row, row)
}

export function toClaimedJob(
  row: Pick<JobTable, (typeof claimedColumns)[number]>,
  { step, is_trial, is_ahead }: ClaimMarks,
): Job {
  return {
    id: row.id,
    kind: row.kind,
    step,
    subjectId: row.subject_id,
    payload: JSON.parse(row.payload),
    attempts: row.attempts,
    throws: row.throws,
    runs: row.runs,
    dueAt: row.due_at,
    interruptions: row.interruptions,
    loneDeaths: row.lone_deaths,
    isTrial: is_trial === 1,
    isAhead: is_ahead === 1,
    reason: orUndefined(row.reason),
    failingSince: orUndefined(row.failing_since),
    createdAt: row.created_at,
  }
}
