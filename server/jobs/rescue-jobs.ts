// Takes over jobs whose process died: at start the jobs of all other owners, later those with an expired lease.
// An interruption does not count as an attempt.

import { type Db, inTransaction, type Trx } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { JobHandlers } from './job-handler.ts'
import { endRun, type LostJob, listLostJobs } from './job-store.ts'
import { interruptionsMax, resumeAt } from './retry-policy.ts'

interface RescueNeeds {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly handlers: JobHandlers
}

/** Returns how many jobs were taken over. */
export async function rescueJobs(needs: RescueNeeds, owner: string): Promise<number> {
  const nowMs = needs.clock.now()
  const lost = await listLostJobs(needs.db.reader, { owner, nowMs })
  const rescued = await Promise.all(lost.map((job) => rescueOne(needs, job, nowMs)))
  return rescued.filter((taken) => taken).length
}

/** One transaction per job: a job whose `abandon` throws must not block the others. */
async function rescueOne(needs: RescueNeeds, job: LostJob, nowMs: number): Promise<boolean> {
  try {
    return await inTransaction(needs.db, (trx) => takeOver(needs, trx, job, nowMs))
  } catch (error) {
    needs.log.error('job_rescue_failed', { job_id: job.id, job_kind: job.kind }, error)
    return false
  }
}

/** Returns false if the run has ended or was taken over meanwhile. */
async function takeOver(
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
