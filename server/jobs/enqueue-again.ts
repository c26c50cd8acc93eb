// Adds a job, or runs the one that its subject has of this kind once more: after its end too, for a subject that may
// have news at any time.

import type { Trx } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { enqueueJob, type NewJob } from './enqueue-job.ts'
import type { Job } from './job.ts'
import { deleteJob, findJobOf, isToRunNow, setRunningJobDue } from './job-store.ts'

/** Milliseconds after the end of a run before the next one, so that no sender of news can make us work without end. */
const restMs = 60_000

/** The caller wakes the runner after the commit. @throws a unique violation where another transaction adds it too */
export async function enqueueAgain(
  needs: { readonly clock: Clock },
  trx: Trx,
  job: Omit<NewJob, 'dueAt'>,
): Promise<void> {
  const nowMs = needs.clock.now()
  const present = await findJobOf(trx, job)
  if (present === undefined) return enqueueJob(needs, trx, job)
  // One that waits will see the news, and waits as long as it had to.
  if (present.finishedAt === undefined) return setRunningJobDue(trx, job, nowMs)
  await deleteJob(trx, present.id)
  await enqueueJob(needs, trx, { ...job, dueAt: Math.max(nowMs, present.finishedAt + restMs) })
}

/** Call it in the transaction that ends a run: what came during the run may have come too late for it. */
export async function enqueueIfCalled(
  needs: { readonly clock: Clock },
  trx: Trx,
  run: Job,
  job: Omit<NewJob, 'dueAt'>,
): Promise<void> {
  if (await isToRunNow(trx, run)) await enqueueAgain(needs, trx, job)
}
