// Makes a waiting job due now, because its subject has news, such as a callback of the provider.

import { type Db, inTransaction } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import type { JobKind } from './job.ts'
import { setJobDue } from './job-store.ts'

/** A running job is run again after its present run; for a job that is due or finished nothing changes. */
export async function runJobNow(
  needs: { readonly db: Db; readonly clock: Clock; readonly wakeJobs: () => void },
  job: { readonly kind: JobKind; readonly subjectId: string },
): Promise<void> {
  const isDue = await inTransaction(needs.db, (trx) => setJobDue(trx, job, needs.clock.now()))
  if (isDue) needs.wakeJobs()
}
