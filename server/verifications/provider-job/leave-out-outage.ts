// Leaves out of the time that the provider may take for its decision how long it could not be asked: otherwise a
// verification that waited days for its return would end as undecided with its first answer, after it was paid.

import type { Trx } from '../../db/transaction.ts'
import type { Job } from '../../jobs/job.ts'
import { type ProviderJobRecord, setProviderJobCreated } from './provider-job-store.ts'

/** What a run knows in which the provider answers. */
interface AnsweredRun {
  readonly job: Pick<Job, 'failingSince'>
  readonly nowMs: number
}

/** Returns from when on it counts how long the provider may take. */
export function decidingSince(
  { createdAt }: Pick<ProviderJobRecord, 'createdAt'>,
  { job: { failingSince }, nowMs }: AnsweredRun,
): number {
  const lostMs = failingSince === undefined ? 0 : Math.max(0, nowMs - failingSince)
  return lostMs === 0 ? createdAt : Math.min(createdAt + lostMs, nowMs)
}

/** Keeps it, with what the run comes to: the job forgets then how long it failed. */
export async function leaveOutOutage(
  trx: Trx,
  providerJob: ProviderJobRecord,
  run: AnsweredRun,
): Promise<void> {
  const since = decidingSince(providerJob, run)
  if (since === providerJob.createdAt) return
  await setProviderJobCreated(trx, providerJob.verificationId, since)
}
