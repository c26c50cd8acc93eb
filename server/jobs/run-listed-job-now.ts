// Runs a waiting job now on request of an operator, who fixed what made it fail.

import type { AuditOrigin } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import { afterCommit, type Db, inTransaction, type Reader } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { isId } from '../kernel/ids.ts'
import type { ListedJob } from './job.ts'
import { findJob } from './job-list-view.ts'
import { setJobDue } from './job-store.ts'

interface RunNowNeeds extends AuditNeeds {
  readonly db: Db
  readonly wakeJobs: () => void
}

/**
 * A failed job cannot be retried: its verification is completed and the client was notified.
 * @throws AppError `not_found`; `conflict` for a finished job
 */
export function runListedJobNow(
  needs: RunNowNeeds,
  by: AuditOrigin,
  id: string,
): Promise<ListedJob> {
  return inTransaction(needs.db, async (trx) => {
    const job = await requireWaiting(trx, id)
    await setJobDue(trx, job, needs.clock.now())
    await recordAudit(needs, trx, {
      by,
      action: 'job.run_now',
      subject: { kind: 'job', id },
      ...(job.reason === undefined ? {} : { details: { reason: job.reason } }),
    })
    afterCommit(trx, needs.wakeJobs)
    return requireWaiting(trx, id)
  })
}

/** @throws AppError `not_found` */
export async function readListedJob(db: Reader, id: string): Promise<ListedJob> {
  const job = isId('job', id) ? await findJob(db, id) : undefined
  if (job !== undefined) return job
  throw new AppError('not_found', 'No job has this id. Finished jobs are deleted after seven days.')
}

async function requireWaiting(db: Reader, id: string): Promise<ListedJob> {
  const job = await readListedJob(db, id)
  if (job.state === 'waiting' || job.state === 'running') return job
  throw new AppError(
    'conflict',
    `This job is ${job.state}: its verification is completed and the client was notified. Submit it again instead.`,
  )
}
