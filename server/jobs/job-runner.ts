// Runs the jobs: claims due ones, calls their handlers, and writes each outcome and its effects in one
// transaction. A stop hands unfinished jobs back.

import { type Db, inTransaction } from '../db/transaction.ts'
import type { Cancel, Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Job } from './job.ts'
import { changeFor, type RunEnd } from './job-change.ts'
import type { JobHandlers } from './job-handler.ts'
import {
  claimDueJobs,
  endRun,
  isToRunNow,
  nextDueAt,
  type RunFence,
  renewLeases,
} from './job-store.ts'
import { rescueJobs } from './rescue-jobs.ts'

interface JobRunnerNeeds {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly handlers: JobHandlers
  /** Identifies this start of the process. A running job with another owner belongs to a process that died. */
  readonly bootId: string
  /** Maximum number of jobs that run at the same time. */
  readonly concurrency: number
}

const leaseMs = 30_000
const renewEveryMs = 10_000
/** Polls at least this often, so that a changed system clock cannot delay due jobs. */
const pollEveryMs = 1_000

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
  #polling: Promise<void> | undefined
  #pollAgain = false
  #stopped = true

  constructor(needs: JobRunnerNeeds) {
    this.#needs = needs
  }

  /** Takes over jobs of a process that died, then starts polling. */
  async start(): Promise<void> {
    this.#stopped = false
    const count = await rescueJobs(this.#needs, this.#needs.bootId)
    if (count > 0) this.#needs.log.info('jobs_rescued', { count })
    this.wake()
  }

  /** Polls now; called after a commit that enqueued a job or made one due. */
  wake(): void {
    if (this.#stopped) return
    this.#pollAgain = true
    this.#polling ??= this.#poll().finally(() => {
      this.#polling = undefined
      // `wake` was called while the last poll was ending.
      if (this.#pollAgain) this.wake()
    })
  }

  /** Resolves when no job is running or due. */
  async idle(): Promise<void> {
    while (this.#polling || this.#running.size > 0) {
      await this.#polling
      await Promise.all([...this.#running.values()].map((running) => running.ended))
    }
  }

  /** Stops claiming, waits up to `timeoutMs`, then aborts the remaining runs and hands their jobs back. */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopped = true
    await this.#polling
    this.#timer()
    const ended = Promise.all([...this.#running.values()].map((running) => running.ended))
    await Promise.race([ended, this.#elapsed(timeoutMs)])
    for (const running of this.#running.values()) running.abort.abort(new Error('stopping'))
    await Promise.race([ended, this.#elapsed(1_000)])
  }

  async #poll(): Promise<void> {
    this.#timer()
    try {
      while (this.#pollAgain && !this.#stopped) {
        this.#pollAgain = false
        await this.#keepLeases()
        await this.#claim()
      }
      await this.#setTimer()
    } catch (error) {
      // The database failed, for example because the disk is full. Nothing is lost; the next poll tries again.
      this.#needs.log.error('jobs_look_failed', {}, error)
      this.#timer = this.#needs.clock.after(pollEveryMs, () => this.wake())
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
      // The outcome could not be written; the lease runs out and the job runs again.
      log.error('job_outcome_lost', { job_id: job.id, job_kind: job.kind }, error)
    } finally {
      cancel()
    }
  }

  async #endOf(job: Job, signal: AbortSignal): Promise<RunEnd> {
    const isInterrupted = () => signal.aborted && this.#stopped
    const handedBack = { kind: 'handed-back', reason: 'stopping' } as const
    try {
      const outcome = await this.#needs.handlers[job.kind].run(job, signal)
      return outcome.kind === 'retry' && isInterrupted() ? handedBack : outcome
    } catch (error) {
      if (isInterrupted()) return handedBack
      this.#needs.log.error('job_failed', { job_id: job.id, job_kind: job.kind }, error)
      return { kind: 'thrown', reason: 'internal_error' }
    }
  }

  /** Writes the outcome of a run and its effects together; false if another run has taken over the job. */
  #write(job: Job, end: RunEnd): Promise<boolean> {
    const { db, clock, bootId, handlers } = this.#needs
    const fence: RunFence = { jobId: job.id, owner: bootId, run: job.runs }
    const nowMs = clock.now()
    return inTransaction(db, async (trx) => {
      const change = changeFor(end, job, { nowMs, isDueNow: await isToRunNow(trx, job) })
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
    const delay = due === undefined ? pollEveryMs : Math.min(due - clock.now(), pollEveryMs)
    const full = this.#running.size >= this.#needs.concurrency
    this.#timer = clock.after(full ? pollEveryMs : Math.max(delay, 0), () => this.wake())
  }

  #elapsed(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.#needs.clock.after(delayMs, resolve)
    })
  }
}
