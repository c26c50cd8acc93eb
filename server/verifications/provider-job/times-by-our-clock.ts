// Mends the times of a provider job that were recorded while the clock was ahead: it is not known how long ago that
// was, so what is counted from them counts from now. Without this, a pending verification would wait until the clock is
// there again, and then for as long as any other.

import type { Appliance } from '../../appliance.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { RunHold } from '../../jobs/job-handler.ts'
import { isFromFuture } from '../../kernel/clock-steps.ts'
import { type ProviderJobRecord, setProviderJobTimes } from './provider-job-store.ts'

/** Returns the job with its times as stored now. @throws RunLostError if another run has taken over the job */
export async function timesByOurClock(
  { db, clock }: Pick<Appliance, 'db' | 'clock'>,
  providerJob: ProviderJobRecord,
  hold: RunHold,
): Promise<ProviderJobRecord> {
  const nowMs = clock.now()
  const { createdAt, uploadStartedAt, submittedAt } = providerJob
  const recorded = [createdAt, uploadStartedAt, submittedAt]
  if (!recorded.some((at) => at !== undefined && isFromFuture(at, nowMs))) return providerJob
  const atMost = (at: number) => Math.min(at, nowMs)
  const mended = {
    ...providerJob,
    createdAt: atMost(createdAt),
    uploadStartedAt: uploadStartedAt && atMost(uploadStartedAt),
    submittedAt: submittedAt && atMost(submittedAt),
  }
  await inTransaction(db, async (trx) => {
    await hold.confirm(trx)
    await setProviderJobTimes(trx, mended)
  })
  return mended
}
