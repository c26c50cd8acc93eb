// What works a job, and what it may decide. Handlers return an outcome and write nothing themselves; the
// runner writes it down together with everything that belongs to it.

import type { Trx } from '../db/transaction.ts'
import type { Job, JobKind } from './job.ts'

/** Writes that belong to a job's end; they commit with it or not at all. */
export type Commit = (trx: Trx) => Promise<void>

/** What a handler decided. Only the runner writes it down. */
export type JobOutcome =
  /** Finished, whatever the result means for its subject. */
  | { readonly kind: 'done'; readonly reason: string; readonly commit?: Commit }
  /** Nothing failed; the world needs more time. Costs no attempt. */
  | {
      readonly kind: 'again'
      readonly at: number
      readonly reason: string
      readonly commit?: Commit
    }
  /** Failed in a way that may pass; the retry policy says when. */
  | { readonly kind: 'retry'; readonly reason: string }

export interface JobHandler {
  /** A run that lasts longer is aborted through its signal and counts as failed. */
  readonly timeoutMs: number
  run(job: Job, signal: AbortSignal): Promise<JobOutcome>
  /** Last words in the transaction that fails the job for good. */
  abandon(trx: Trx, job: Job, reason: string): Promise<void>
}

export type JobHandlers = Readonly<Record<JobKind, JobHandler>>
