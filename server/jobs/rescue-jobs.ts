// Takes over running jobs whose node is dead, and own ones whose end could not be written. An interruption does not
// count as an attempt, and one of a job that was claimed ahead does not count at all: it may not have begun. A job
// whose trials killed one server after another is set aside.

import { type Db, inSharedTransaction, inTransaction, type Trx } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { OwnNode } from '../nodes/own-node.ts'
import { crashesServer, type JobChange } from './job-change.ts'
import type { JobHandlers } from './job-handler.ts'
import { endRun, listOtherOwners, listRunsOf, type OwnedJob } from './job-store.ts'
import { interrupted, interruptionsMax, loneDeathsMax, resumeAt } from './retry-policy.ts'

/** What the jobs need to know of the nodes. */
export type JobsNode = Pick<OwnNode, 'id' | 'mayTakeWork' | 'leads' | 'deadAmong' | 'isStillDead'>

export interface RescueNeeds {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly handlers: JobHandlers
  readonly node: JobsNode
}

/** Takes over the jobs of dead nodes; returns how many. */
export async function rescueJobs(needs: RescueNeeds): Promise<number> {
  const { db, node } = needs
  const dead = await node.deadAmong(await listOtherOwners(db.reader, node.id))
  let count = 0
  for (const one of dead) {
    const lost = await listRunsOf(db.reader, one.id)
    count += await rescueAll(needs, lost, {
      isLost: (trx) => node.isStillDead(trx, one),
      isDeath: true,
    })
  }
  return count
}

/** Takes over jobs that this node has, by the database, and does not run: their ends could not be written. */
export function rescueOrphans(needs: RescueNeeds, orphans: readonly OwnedJob[]): Promise<number> {
  return rescueAll(needs, orphans, { isLost: async () => true, isDeath: false })
}

interface Loss {
  /** Asked in the transaction that takes the job over. */
  isLost(trx: Trx): Promise<boolean>
  /** Whether the job was lost with its server. */
  readonly isDeath: boolean
}

async function rescueAll(
  needs: RescueNeeds,
  jobs: readonly OwnedJob[],
  loss: Loss,
): Promise<number> {
  const rescued = await Promise.all(jobs.map((job) => rescueOne(needs, job, loss)))
  return rescued.filter((taken) => taken).length
}

/** One transaction per job: a job whose `abandon` throws must not block the others. */
async function rescueOne(needs: RescueNeeds, job: OwnedJob, loss: Loss): Promise<boolean> {
  const { db, log } = needs
  const change = changeAfter(job, loss, needs.clock.now())
  try {
    // Several at once: a takeover writes its own row, by a condition. The end of a verification needs the lane.
    const write = change.state === 'failed' ? inTransaction : inSharedTransaction
    const isTaken = await write(
      db,
      async (trx) => (await loss.isLost(trx)) && takeOver(needs, trx, { job, change }),
    )
    if (isTaken && change.state === 'failed') {
      const { id, kind, subjectId } = job
      log.error('job_set_aside', {
        job_id: id,
        job_kind: kind,
        verification_id: subjectId,
        reason: change.reason,
      })
    }
    return isTaken
  } catch (error) {
    needs.log.error('job_rescue_failed', { job_id: job.id, job_kind: job.kind }, error)
    return false
  }
}

function changeAfter(job: OwnedJob, { isDeath }: Loss, nowMs: number): JobChange {
  const interruptions = job.interruptions + (job.isAhead ? 0 : 1)
  const loneDeaths = job.loneDeaths + (isDeath && job.isTrial ? 1 : 0)
  if (loneDeaths >= loneDeathsMax) {
    return { state: 'failed', reason: crashesServer, finishedAt: nowMs }
  }
  const reason = interrupted
  if (interruptions > interruptionsMax) return { state: 'failed', reason, finishedAt: nowMs }
  const { attempts, throws, failingSince } = job
  const kept = { attempts, throws, failingSince }
  const dueAt = resumeAt(nowMs, interruptions)
  return { state: 'waiting', step: job.step, dueAt, interruptions, loneDeaths, ...kept, reason }
}

/** Returns false if the run has ended or was taken over meanwhile. */
async function takeOver(
  { handlers }: RescueNeeds,
  trx: Trx,
  { job, change }: { readonly job: OwnedJob; readonly change: JobChange },
): Promise<boolean> {
  const fence = { jobId: job.id, owner: job.owner, run: job.runs }
  const isTaken = await endRun(trx, fence, change)
  if (isTaken && change.state === 'failed') {
    await handlers[job.kind].abandon(trx, job, change.reason)
  }
  return isTaken
}
