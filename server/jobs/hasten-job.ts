// Makes a waiting job due now, because the world gave a sign that there is news for it.

import { type Db, inTransaction } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import type { JobKind } from './job.ts'
import { setJobDue } from './job-store.ts'

/** Does nothing for a job that runs, is due already or has ended. */
export async function hastenJob(
  needs: { readonly db: Db; readonly clock: Clock; readonly wakeJobs: () => void },
  job: { readonly kind: JobKind; readonly subjectId: string },
): Promise<void> {
  const hastened = await inTransaction(needs.db, (trx) => setJobDue(trx, job, needs.clock.now()))
  if (hastened) needs.wakeJobs()
}
