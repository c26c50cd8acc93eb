// Claims the jobs that a runner begins next: of each step those that have been due longest. If the first of a step is
// a suspect, a runner without other jobs claims it alone. While it is busy, the runner of the leading node claims
// nothing, so that its jobs end; if that takes long, it serves the others in between (quiet-wait.ts). Runners of other
// nodes pass the suspect over.

import { type Db, inSharedTransaction } from '../db/transaction.ts'
import type { Job, JobStep } from './job.ts'
import { claimDueJobs, claimJobsAhead, claimSuspect, listNextDue } from './job-claim-store.ts'
import type { QuietWait } from './quiet-wait.ts'

interface ClaimOrder {
  /** Id of the node. */
  readonly owner: string
  readonly nowMs: number
  /** Milliseconds after they are due for which the jobs of a step are left to other nodes. */
  readonly leaveMs: (step: JobStep) => number
  /** Free slots of the runner for each step. */
  readonly free: Readonly<Record<JobStep, number>>
  /** Jobs of a step to claim beyond them. */
  readonly ahead: number
  /** Whether the runner runs no job. */
  readonly isQuiet: boolean
  /** Whether the node has lived for long enough that its death would say something of a job that runs alone. */
  readonly isSound: boolean
  /** Whether the node is the one that waits for quiet: all of them waiting would leave nobody for the other jobs. */
  readonly leads: boolean
  /** Of the runner. */
  readonly quietWait: QuietWait
}

/**
 * What becomes of a suspect that is due: it is claimed or there is none, it waits for quiet, or others are served
 * first.
 */
type Suspect = 'none' | 'waits' | 'passed_over'

export interface Claimed {
  /** Those for which slots are free come first. */
  readonly jobs: readonly Job[]
  /** Whether other nodes should look for jobs. */
  readonly isMore: boolean
  readonly suspect: Suspect
}

export async function claimJobs(db: Db, order: ClaimOrder): Promise<Claimed> {
  const { nowMs, leaveMs, isQuiet, leads, quietWait } = order
  const next = await listNextDue(db.reader)
  const due = next.filter(({ dueAt, step }) => dueAt + leaveMs(step) <= nowMs)
  const suspect = due.find(({ isSuspect }) => isSuspect)
  if (suspect === undefined || isQuiet || !leads) quietWait.end()
  const steps = due.map(({ step }) => step)
  if (suspect === undefined) return claimOthers(db, order, { steps, suspect: 'none' })
  if (isQuiet) return claimAlone(db, order, suspect.step)
  const turn = leads ? quietWait.turn() : 'serves'
  if (turn === 'serves') return claimOthers(db, order, { steps, suspect: 'passed_over' })
  // Once a wait: two nodes that both believe that they lead would wake each other without end.
  return { jobs: [], isMore: turn === 'begins', suspect: 'waits' }
}

interface DueSteps {
  /** Those of which jobs are due. */
  readonly steps: readonly JobStep[]
  readonly suspect: Suspect
}

async function claimOthers(
  db: Db,
  { owner, nowMs: clockMs, leaveMs, free, ahead }: ClaimOrder,
  { steps, suspect }: DueSteps,
): Promise<Claimed> {
  const open = steps.filter((step) => free[step] > 0)
  if (open.length === 0) return { jobs: [], isMore: false, suspect }
  // Claims of several nodes skip each other's rows.
  return inSharedTransaction(db, async (trx) => {
    const toBegin: Job[] = []
    const toWait: Job[] = []
    let isMore = false
    for (const step of open) {
      const nowMs = clockMs - leaveMs(step)
      const claimed = await claimDueJobs(trx, { owner, step, nowMs, limit: free[step] })
      toBegin.push(...claimed)
      if (claimed.length < free[step]) continue
      // Whatever is claimed ahead: jobs that may not be are due for other nodes.
      isMore = true
      if (ahead === 0 || step === 'prepare') continue
      toWait.push(...(await claimJobsAhead(trx, { owner, step, nowMs, limit: ahead })))
    }
    return { jobs: [...toBegin, ...toWait], isMore, suspect }
  })
}

async function claimAlone(
  db: Db,
  { owner, nowMs, leaveMs, isSound }: ClaimOrder,
  step: JobStep,
): Promise<Claimed> {
  const jobs = await inSharedTransaction(db, (trx) =>
    claimSuspect(trx, { owner, step, nowMs: nowMs - leaveMs(step), isTrial: isSound }),
  )
  return { jobs, isMore: jobs.length > 0, suspect: 'none' }
}
