// Claims the jobs that a runner begins next: those that have been due longest. If the first of them is a suspect, a
// runner without other jobs claims it alone. While it is busy, the runner of the leading node claims nothing, so that
// its jobs end; if that takes long, it serves the others in between (quiet-wait.ts). Runners of other nodes pass the
// suspect over.

import { type Db, inSharedTransaction } from '../db/transaction.ts'
import type { Job } from './job.ts'
import { claimDueJobs, claimJobsAhead, claimSuspect, findNextDue } from './job-claim-store.ts'
import type { QuietWait } from './quiet-wait.ts'

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
  const { nowMs, isQuiet, leads, quietWait } = order
  const next = await findNextDue(db.reader)
  const isDue = next !== undefined && next.dueAt <= nowMs
  if (!isDue || !next.isSuspect || isQuiet || !leads) quietWait.end()
  if (!isDue) return { jobs: [], isMore: false, suspect: 'none' }
  if (!next.isSuspect) return claimOthers(db, order, 'none')
  if (isQuiet) return claimAlone(db, order)
  const turn = leads ? quietWait.turn() : 'serves'
  if (turn === 'serves') return claimOthers(db, order, 'passed_over')
  // Once a wait: two nodes that both believe that they lead would wake each other without end.
  return { jobs: [], isMore: turn === 'begins', suspect: 'waits' }
}

async function claimOthers(db: Db, order: ClaimOrder, suspect: Suspect): Promise<Claimed> {
  const { owner, nowMs, free, ahead } = order
  // Claims of several nodes skip each other's rows.
  return inSharedTransaction(db, async (trx) => {
    const toBegin = await claimDueJobs(trx, { owner, nowMs, limit: free })
    // Whatever is claimed ahead: jobs that may not be are due for other nodes.
    const isMore = toBegin.length === free
    if (!isMore || ahead === 0) return { jobs: toBegin, isMore, suspect }
    const others = await claimJobsAhead(trx, { owner, nowMs, limit: ahead })
    return { jobs: [...toBegin, ...others], isMore, suspect }
  })
}

async function claimAlone(db: Db, { owner, nowMs, isSound }: ClaimOrder): Promise<Claimed> {
  const jobs = await inSharedTransaction(db, (trx) =>
    claimSuspect(trx, { owner, nowMs, isTrial: isSound }),
  )
  return { jobs, isMore: jobs.length > 0, suspect: 'none' }
}
