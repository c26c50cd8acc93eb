// Claims the jobs that a runner begins next: those that have been due longest. If the first of them is a suspect, the
// runner claims nothing until it runs no other job, and then the suspect alone.

import { type Db, inSharedTransaction } from '../db/transaction.ts'
import type { Job } from './job.ts'
import { claimDueJobs, claimSuspect, findNextDue } from './job-claim-store.ts'

interface ClaimOrder {
  /** Id of the node. */
  readonly owner: string
  readonly nowMs: number
  /** Free slots of the runner, at least one. */
  readonly free: number
  /** Jobs to claim beyond them. */
  readonly ahead: number
  /** Whether the runner runs no job. */
  readonly isQuiet: boolean
  /** Whether the node has lived for long enough that its death would say something of a job that runs alone. */
  readonly isSound: boolean
}

interface Claimed {
  readonly jobs: readonly Job[]
  /** Whether more may be due than were claimed. */
  readonly isMore: boolean
  /** Whether a suspect is due that has to wait for the jobs under way. */
  readonly awaitsQuiet: boolean
}

const none: Claimed = { jobs: [], isMore: false, awaitsQuiet: false }

export async function claimJobs(db: Db, order: ClaimOrder): Promise<Claimed> {
  const { owner, nowMs, free, ahead, isQuiet, isSound } = order
  const next = await findNextDue(db.reader)
  if (next === undefined || next.dueAt > nowMs) return none
  if (next.isSuspect && !isQuiet) return { ...none, isMore: true, awaitsQuiet: true }
  const limit = next.isSuspect ? 1 : free + ahead
  // Claims of several nodes skip each other's rows.
  const jobs = await inSharedTransaction(db, (trx) =>
    next.isSuspect
      ? claimSuspect(trx, { owner, nowMs, isTrial: isSound })
      : claimDueJobs(trx, { owner, nowMs, limit }),
  )
  return { jobs, isMore: jobs.length === limit, awaitsQuiet: false }
}
