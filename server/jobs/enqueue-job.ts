// Adds a job in the transaction of the change that needs it.

import type { Trx } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { JobKind, JobStep } from './job.ts'
import { insertJob } from './job-store.ts'

export interface NewJob {
  readonly kind: JobKind
  /** Id of what the job is about. A subject has at most one job of each kind. */
  readonly subjectId: string
  /** Becomes JSON; ids only, never personal data. */
  readonly payload: unknown
  /** Of the first run. Default: `ask`, which needs no work on images. */
  readonly step?: JobStep
  /** Earliest start. Default: now. */
  readonly dueAt?: number
}

/** The caller wakes the runner after the commit. */
export async function enqueueJob(
  { clock }: { readonly clock: Clock },
  trx: Trx,
  { kind, subjectId, payload, step = 'ask', dueAt }: NewJob,
): Promise<void> {
  const nowMs = clock.now()
  const id = newId('job', nowMs)
  await insertJob(trx, { id, kind, subjectId, payload, step, dueAt: dueAt ?? nowMs }, nowMs)
}
