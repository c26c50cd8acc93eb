// Scheduled task: mends what was recorded while the clock was ahead. Makes due what is due later than any delay of this
// product allows, forgets runs of the schedule at times to come, and ends claims of reviews and the lease of backups
// that last longer than any; without this, they would wait until the clock is there again.

import type { Appliance } from './appliance.ts'
import { dropLongLease } from './backup/backup-lease-store.ts'
import { leaseMs } from './backup/hold-lease.ts'
import { inTransaction } from './db/transaction.ts'
import { bringRetriesForward, listWithRetriesAfter } from './deliveries/delayed-retry-store.ts'
import { bringJobsForward, hasLateJob } from './jobs/late-job-store.ts'
import { retryDelayMsMax } from './jobs/retry-policy.ts'
import { skewMsMax } from './kernel/clock-steps.ts'
import { untilFewer } from './kernel/until-fewer.ts'
import { deleteRunsAhead } from './nodes/scheduled-run-store.ts'
import { endLongClaims } from './reviews/long-claim-store.ts'
import { claimMs, keepForMakerMs } from './reviews/review.ts'
import { awaitingStaff } from './verifications/completion/hand-to-staff.ts'
import { sandboxDelaySecondsMax } from './verifications/sandbox/sandbox-outcome.ts'

type MendNeeds = Pick<Appliance, 'db' | 'clock' | 'config'>

/** The longest time for which a job waits, unless it waits for people. */
const jobDelayMsMax = Math.max(retryDelayMsMax, sandboxDelaySecondsMax * 1000)
const retriesAtOnce = 500

/** Returns the number of jobs and deliveries that are due now, found at the next poll, and of claims that ended. */
export async function mendDueTimes(needs: MendNeeds): Promise<number> {
  const { db, clock } = needs
  const claims = await inTransaction(db, async (trx) => {
    const aheadMs = clock.now() + skewMsMax
    await deleteRunsAhead(trx, aheadMs)
    await dropLongLease(trx, aheadMs + leaseMs)
    const ends = { claimedAfter: aheadMs + claimMs, keptAfter: aheadMs + keepForMakerMs }
    return endLongClaims(trx, ends)
  })
  return claims + (await mendJobs(needs)) + (await mendRetries(needs))
}

async function mendJobs({ db, clock, config }: MendNeeds): Promise<number> {
  const nowMs = clock.now()
  const aheadMs = nowMs + skewMsMax
  const lateness = {
    dueAfter: aheadMs + jobDelayMsMax,
    patient: { reason: awaitingStaff, dueAfter: aheadMs + config.providerUndecidedAfterMs },
  }
  if (!(await hasLateJob(db.reader, lateness))) return 0
  return inTransaction(db, (trx) => bringJobsForward(trx, { ...lateness, nowMs }))
}

async function mendRetries({ db, clock, config }: MendNeeds): Promise<number> {
  const nowMs = clock.now()
  // A receiver may ask for twice the delay.
  const dueAfter = nowMs + 2 * Math.max(0, ...config.webhooks.retryDelaysMs) + skewMsMax
  let count = 0
  for (const webhookId of await listWithRetriesAfter(db.reader, dueAfter)) {
    const late = { webhookId, dueAfter, nowMs, limit: retriesAtOnce }
    count += await untilFewer(retriesAtOnce, () =>
      inTransaction(db, (trx) => bringRetriesForward(trx, late)),
    )
  }
  return count
}
