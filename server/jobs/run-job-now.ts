// Makes a waiting job due now, because its subject has news, such as a callback of the provider.

import { afterCommit, type Db, inTransaction, type Trx } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import type { JobKind } from './job.ts'
import { setJobDue } from './job-store.ts'

interface RunNowNeeds {
  readonly clock: Clock
  readonly wakeJobs: () => void
}

interface SubjectJob {
  readonly kind: JobKind
  readonly subjectId: string
}

/** A running job is run again after its present run; for a job that is due or finished nothing changes. */
export async function runJobNow(
  needs: RunNowNeeds & { readonly db: Db },
  job: SubjectJob,
): Promise<void> {
  await inTransaction(needs.db, (trx) => setJobDueNow(needs, trx, job))
}

/** The same, in the transaction of the news. */
export async function setJobDueNow(needs: RunNowNeeds, trx: Trx, job: SubjectJob): Promise<void> {
  if (await setJobDue(trx, job, needs.clock.now())) afterCommit(trx, needs.wakeJobs)
}
