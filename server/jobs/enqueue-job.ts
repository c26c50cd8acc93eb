// Puts a job on the table, in the transaction of what makes it necessary.

import type { Trx } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { JobKind } from './job.ts'
import { insertJob } from './job-store.ts'

export interface NewJob {
  readonly kind: JobKind
  /** One job of a kind a subject. */
  readonly subjectId: string
  /** Becomes JSON; ids only, never personal data. */
  readonly payload: unknown
  /** Not before this; at once, where it is left out. */
  readonly dueAt?: number
}

/** Wake the runner after the commit. */
export async function enqueueJob(
  needs: { readonly clock: Clock },
  trx: Trx,
  job: NewJob,
): Promise<void> {
  const nowMs = needs.clock.now()
  await insertJob(trx, { ...job, id: newId('job', nowMs), dueAt: job.dueAt ?? nowMs }, nowMs)
}
