// The interface of job handlers. A handler returns an outcome and does not write the job itself; the runner writes
// the outcome together with everything that belongs to it.

import type { Trx } from '../db/transaction.ts'
import type { Job, JobKind, JobStep } from './job.ts'

/** Writes that belong to the outcome of a run; they commit with it or not at all. */
export type Commit = (trx: Trx) => Promise<void>

/** What a handler decided. Only the runner writes it to the job. */
export type JobOutcome =
  /** The job is finished, whatever the result means for its subject. */
  | { readonly kind: 'done'; readonly reason: string; readonly commit?: Commit }
  /** Nothing failed, but the job has to wait until `at`. Does not count as an attempt. */
  | {
      readonly kind: 'again'
      readonly at: number
      /** Of the next run. Default: that of this one. */
      readonly step?: JobStep
      readonly reason: string
      readonly commit?: Commit
    }
  /**
   * Nothing failed, and nothing shows that what failed before works: the job waits until `at`, and its failures and
   * interruptions in a row stay counted.
   */
  | { readonly kind: 'wait'; readonly at: number; readonly reason: string }
  /** The run failed in a way that may pass; the retry policy decides when to try again. */
  | { readonly kind: 'retry'; readonly reason: string }

/** The job's hold on its run: another node may take the job over at any moment, for example from a stopped process. */
export interface RunHold {
  /**
   * For a write during the run, in the same transaction: it commits only if the run still has the job.
   * @throws RunLostError
   */
  confirm(trx: Trx): Promise<void>
}

/** Thrown in a run that has lost its job. The job runner writes nothing for it. */
export class RunLostError extends Error {
  constructor() {
    super('another run has taken over the job')
    this.name = 'RunLostError'
  }
}

export interface JobHandler {
  /** A run that takes longer is aborted through its signal and counts as failed. */
  readonly timeoutMs: number
  run(job: Job, signal: AbortSignal, hold: RunHold): Promise<JobOutcome>
  /** Runs in the transaction that fails the job for good. */
  abandon(trx: Trx, job: Job, reason: string): Promise<void>
}

export type JobHandlers = Readonly<Record<JobKind, JobHandler>>
