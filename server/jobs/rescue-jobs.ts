// Takes back jobs whose run died with its process: at start all of them at once, later those whose
// lease ran out. Being cut off costs no attempt.

import { type Db, inTransaction, type Trx } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { JobHandlers } from './job-handler.ts'
import { endRun, type LostJob, listLostJobs } from './job-store.ts'
import { interruptionsMax, resumeAt } from './retry-policy.ts'

export interface RescueNeeds {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly handlers: JobHandlers
}

/** Returns how many jobs were taken back. */
export async function rescueJobs(needs: RescueNeeds, owner: string): Promise<number> {
  const nowMs = needs.clock.now()
  const lost = await listLostJobs(needs.db.reader, { owner, nowMs })
  const rescued = await Promise.all(lost.map((job) => rescueOne(needs, job, nowMs)))
  return rescued.filter((taken) => taken).length
}

/** A transaction a job: one whose last words fail must not keep the others from being worked. */
async function rescueOne(needs: RescueNeeds, job: LostJob, nowMs: number): Promise<boolean> {
  try {
    return await inTransaction(needs.db, (trx) => takeBack(needs, trx, job, nowMs))
  } catch (error) {
    needs.log.error('job_rescue_failed', { job_id: job.id, job_kind: job.kind }, error)
    return false
  }
}

/** False when the run is not lost any more. */
async function takeBack(
  needs: RescueNeeds,
  trx: Trx,
  job: LostJob,
  nowMs: number,
): Promise<boolean> {
  const fence = { jobId: job.id, owner: job.owner, run: job.runs }
  const interruptions = job.interruptions + 1
  const reason = 'interrupted'
  if (interruptions <= interruptionsMax) {
    const { attempts, throws, failingSince } = job
    const dueAt = resumeAt(nowMs, interruptions)
    const kept = { attempts, throws, failingSince }
    return endRun(trx, fence, { state: 'waiting', dueAt, interruptions, ...kept, reason })
  }
  const failed = await endRun(trx, fence, { state: 'failed', reason, finishedAt: nowMs })
  if (failed) await needs.handlers[job.kind].abandon(trx, job, reason)
  return failed
}
