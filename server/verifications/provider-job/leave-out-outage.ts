// Leaves out of the time that the provider may take for its decision how long it could not be asked, for its trouble or
// ours: otherwise a verification that waited days for its return would end as undecided with its first answer, after it
// was paid. All outages together count for as long as one of them may last: a provider that fails and answers in turns
// ends it too.

import type { Trx } from '../../db/transaction.ts'
import type { Job } from '../../jobs/job.ts'
import type { Verification } from '../verification.ts'
import { type ProviderJobRecord, setProviderJobCreated } from './provider-job-store.ts'

interface Waiting {
  readonly verification: Pick<Verification, 'createdAt'>
  readonly providerJob: Pick<ProviderJobRecord, 'verificationId' | 'createdAt' | 'submittedAt'>
}

/** What a run knows in which the provider answers. */
interface AnsweredRun {
  readonly job: Pick<Job, 'failingSince'>
  readonly nowMs: number
  /** How long one outage may last. */
  readonly giveUpAfterMs: number
}

/** Returns from when on it counts how long the provider may take. */
export function decidingSince(
  { verification, providerJob: { createdAt, submittedAt = createdAt } }: Waiting,
  { job: { failingSince }, nowMs, giveUpAfterMs }: AnsweredRun,
): number {
  if (failingSince === undefined) return createdAt
  // Where the clock was ahead at the arrival, the time of the submission is the first that is known.
  const arrivedAt = Math.min(verification.createdAt, submittedAt)
  const latest = Math.min(nowMs, arrivedAt + giveUpAfterMs)
  return Math.max(createdAt, Math.min(createdAt + nowMs - failingSince, latest))
}

/** Keeps it, with what the run comes to: the job forgets then how long it failed. */
export async function leaveOutOutage(trx: Trx, waiting: Waiting, run: AnsweredRun): Promise<void> {
  const { providerJob } = waiting
  const since = decidingSince(waiting, run)
  if (since === providerJob.createdAt) return
  await setProviderJobCreated(trx, providerJob.verificationId, since)
}
