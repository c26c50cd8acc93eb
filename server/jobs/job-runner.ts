// Works the job table: claims what is due, runs its handler, writes the outcome and everything that
// belongs to it in one transaction. Stopping hands back what is not finished.

import { type Db, inTransaction } from '../db/transaction.ts'
import type { Cancel, Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Job } from './job.ts'
import { changeFor, type RunEnd } from './job-change.ts'
import type { JobHandlers } from './job-handler.ts'
import {
  claimDueJobs,
  endRun,
  isHastened,
  nextDueAt,
  type RunFence,
  renewLeases,
} from './job-store.ts'
import { rescueJobs } from './rescue-jobs.ts'

export interface JobRunnerNeeds {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly handlers: JobHandlers
  /** Names this start of the process; a running job of any other owner is a dead one's. */
  readonly bootId: string
  /** Jobs run at the same time at most. */
  readonly concurrency: number
}

const leaseMs = 30_000
const renewEveryMs = 10_000
/** However far the next due job is, look this often, so that a moved clock cannot put us to sleep. */
const lookEveryMs = 1_000

interface Running {
  readonly job: Job
  readonly abort: AbortController
  readonly ended: Promise<void>
}

export class JobRunner {
  readonly #needs: JobRunnerNeeds
  readonly #running = new Map<string, Running>()
  #timer: Cancel = () => {}
  #renewedAt = 0
  #looking: Promise<void> | undefined
  #lookAgain = false
  #stopped = true

  constructor(needs: JobRunnerNeeds) {
    this.#needs = needs
  }

  /** Takes over what a dead process left and starts working. */
  async start(): Promise<void> {
    this.#stopped = false
    const count = await rescueJobs(this.#needs, this.#needs.bootId)
    if (count > 0) this.#needs.log.info('jobs_rescued', { count })
    this.wake()
  }

  /** Looks for due jobs now; called after a commit that enqueued or hastened one. */
  wake(): void {
    if (this.#stopped) return
    this.#lookAgain = true
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
      // Asked for while the last look was ending.
      if (this.#lookAgain) this.wake()
    })
  }

  /** Resolves when no job runs and none is due. */
  async idle(): Promise<void> {
    while (this.#looking || this.#running.size > 0) {
      await this.#looking
      await Promise.all([...this.#running.values()].map((running) => running.ended))
    }
  }

  /** Stops claiming, waits up to `timeoutMs`, aborts the rest and hands it back. */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopped = true
    await this.#looking
    this.#timer()
    const ended = Promise.all([...this.#running.values()].map((running) => running.ended))
    await Promise.race([ended, this.#elapsed(timeoutMs)])
    for (const running of this.#running.values()) running.abort.abort(new Error('stopping'))
    await Promise.race([ended, this.#elapsed(1_000)])
  }

  async #look(): Promise<void> {
    this.#timer()
    try {
      while (this.#lookAgain && !this.#stopped) {
        this.#lookAgain = false
        await this.#keepLeases()
        await this.#claim()
      }
      await this.#setTimer()
    } catch (error) {
      // The database refused (a full disk, say). Nothing is lost: try again at the next look.
      this.#needs.log.error('jobs_look_failed', {}, error)
      this.#timer = this.#needs.clock.after(lookEveryMs, () => this.wake())
    }
  }

  async #claim(): Promise<void> {
    const { db, clock, bootId, concurrency } = this.#needs
    const free = concurrency - this.#running.size
    const nowMs = clock.now()
    const due = await nextDueAt(db.reader)
    if (free <= 0 || due === undefined || due > nowMs) return
    const jobs = await inTransaction(db, (trx) =>
      claimDueJobs(trx, { owner: bootId, leaseUntil: nowMs + leaseMs, nowMs, limit: free }),
    )
    for (const job of jobs) this.#begin(job)
  }

  #begin(job: Job): void {
    const abort = new AbortController()
    const ended = this.#run(job, abort).finally(() => {
      this.#running.delete(job.id)
      this.wake()
    })
    this.#running.set(job.id, { job, abort, ended })
  }

  async #run(job: Job, abort: AbortController): Promise<void> {
    const { clock, log, handlers } = this.#needs
    const startedAt = clock.now()
    let cancel: Cancel = () => {}
    try {
      const { timeoutMs } = handlers[job.kind]
      cancel = clock.after(timeoutMs, () => abort.abort(new Error('job timed out')))
      const end = await this.#endOf(job, abort.signal)
      const kept = await this.#write(job, end)
      log.info('job', {
        job_id: job.id,
        job_kind: job.kind,
        verification_id: job.subjectId,
        outcome: kept ? end.kind : 'superseded',
        reason: end.reason,
        attempt: job.attempts,
        duration_ms: clock.now() - startedAt,
      })
    } catch (error) {
      // The outcome could not be written; the lease runs out and the job is run again.
      log.error('job_outcome_lost', { job_id: job.id, job_kind: job.kind }, error)
    } finally {
      cancel()
    }
  }

  async #endOf(job: Job, signal: AbortSignal): Promise<RunEnd> {
    const wasCutOff = () => signal.aborted && this.#stopped
    const handedBack = { kind: 'handed-back', reason: 'stopping' } as const
    try {
      const outcome = await this.#needs.handlers[job.kind].run(job, signal)
      return outcome.kind === 'retry' && wasCutOff() ? handedBack : outcome
    } catch (error) {
      if (wasCutOff()) return handedBack
      this.#needs.log.error('job_failed', { job_id: job.id, job_kind: job.kind }, error)
      return { kind: 'thrown', reason: 'internal_error' }
    }
  }

  /** Writes the end of a run and its consequences together; false when the run was no longer ours. */
  #write(job: Job, end: RunEnd): Promise<boolean> {
    const { db, clock, bootId, handlers } = this.#needs
    const fence: RunFence = { jobId: job.id, owner: bootId, run: job.runs }
    const nowMs = clock.now()
    return inTransaction(db, async (trx) => {
      const change = changeFor(end, job, { nowMs, hastened: await isHastened(trx, job) })
      if (!(await endRun(trx, fence, change))) return false
      if (change.state === 'failed') await handlers[job.kind].abandon(trx, job, change.reason)
      else if (end.kind === 'done' || end.kind === 'again') await end.commit?.(trx)
      return true
    })
  }

  async #keepLeases(): Promise<void> {
    const { db, clock, bootId } = this.#needs
    const nowMs = clock.now()
    if (nowMs - this.#renewedAt < renewEveryMs) return
    this.#renewedAt = nowMs
    const alive = [...this.#running.keys()]
    if (alive.length > 0) {
      await inTransaction(db, (trx) =>
        renewLeases(trx, alive, { owner: bootId, until: nowMs + leaseMs }),
      )
    }
    await rescueJobs(this.#needs, bootId)
  }

  async #setTimer(): Promise<void> {
    if (this.#stopped) return
    const { clock, db } = this.#needs
    const due = await nextDueAt(db.reader)
    const delay = due === undefined ? lookEveryMs : Math.min(due - clock.now(), lookEveryMs)
    const full = this.#running.size >= this.#needs.concurrency
    this.#timer = clock.after(full ? lookEveryMs : Math.max(delay, 0), () => this.wake())
  }

  #elapsed(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.#needs.clock.after(delayMs, resolve)
    })
  }
}
