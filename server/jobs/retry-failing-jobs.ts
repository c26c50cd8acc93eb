// Tries jobs again at once that failed for something that works again, such as the provider: the growing delays between
// their attempts would let them wait for minutes more.

import { type Db, inTransaction } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { untilFewer } from '../kernel/until-fewer.ts'
import { bringAttemptsForward } from './failing-job-store.ts'
import type { JobStep } from './job.ts'

const jobsAtOnce = 500

/** @param steps at which what works again is needed */
export async function retryFailingJobs(
  needs: { readonly db: Db; readonly clock: Clock; readonly wakeJobs: () => void },
  steps: readonly JobStep[],
): Promise<void> {
  const failing = { steps, nowMs: needs.clock.now(), limit: jobsAtOnce }
  const count = await untilFewer(jobsAtOnce, () =>
    inTransaction(needs.db, (trx) => bringAttemptsForward(trx, failing)),
  )
  if (count > 0) needs.wakeJobs()
}
