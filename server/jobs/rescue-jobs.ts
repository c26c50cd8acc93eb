// Takes over running jobs whose node is dead, and own ones whose end could not be written. An interruption does not
// count as an attempt.

import { type Db, inSharedTransaction, inTransaction, type Trx } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { OwnNode } from '../nodes/own-node.ts'
import type { JobHandlers } from './job-handler.ts'
import { endRun, listOtherOwners, listRunsOf, type OwnedJob } from './job-store.ts'
import { interruptionsMax, resumeAt } from './retry-policy.ts'

/** What the jobs need to know of the nodes. */
export type JobsNode = Pick<OwnNode, 'id' | 'mayTakeWork' | 'deadAmong' | 'isStillDead'>

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
    const guard = (trx: Trx) => node.isStillDead(trx, one)
    count += await rescueAll(needs, lost, guard)
  }
  return count
}

/** Takes over jobs that this node has, by the database, and does not run: their ends could not be written. */
export function rescueOrphans(needs: RescueNeeds, orphans: readonly OwnedJob[]): Promise<number> {
  return rescueAll(needs, orphans, async () => true)
}

type Guard = (trx: Trx) => Promise<boolean>

async function rescueAll(
  needs: RescueNeeds,
  jobs: readonly OwnedJob[],
  guard: Guard,
): Promise<number> {
  const rescued = await Promise.all(jobs.map((job) => rescueOne(needs, job, guard)))
  return rescued.filter((taken) => taken).length
}

/** One transaction per job: a job whose `abandon` throws must not block the others. */
async function rescueOne(needs: RescueNeeds, job: OwnedJob, guard: Guard): Promise<boolean> {
  try {
    // Several at once: a takeover writes its own row, by a condition. The end of a verification needs the lane.
    const write = isLastRun(job) ? inTransaction : inSharedTransaction
    return await write(needs.db, async (trx) => (await guard(trx)) && takeOver(needs, trx, job))
  } catch (error) {
    needs.log.error('job_rescue_failed', { job_id: job.id, job_kind: job.kind }, error)
    return false
  }
}

function isLastRun({ interruptions }: OwnedJob): boolean {
  return interruptions >= interruptionsMax
}

/** Returns false if the run has ended or was taken over meanwhile. */
async function takeOver(needs: RescueNeeds, trx: Trx, job: OwnedJob): Promise<boolean> {
  const nowMs = needs.clock.now()
  const fence = { jobId: job.id, owner: job.owner, run: job.runs }
  const interruptions = job.interruptions + 1
  const reason = 'interrupted'
  if (!isLastRun(job)) {
    const { attempts, throws, failingSince } = job
    const dueAt = resumeAt(nowMs, interruptions)
    const kept = { attempts, throws, failingSince }
    return endRun(trx, fence, { state: 'waiting', dueAt, interruptions, ...kept, reason })
  }
  const failed = await endRun(trx, fence, { state: 'failed', reason, finishedAt: nowMs })
  if (failed) await needs.handlers[job.kind].abandon(trx, job, reason)
  return failed
}
