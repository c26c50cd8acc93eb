// Has a job that waits for its next try done now, because somebody mended what it waits for.

import type { AuditOrigin } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import { afterCommit, type Db, inTransaction } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { isId } from '../kernel/ids.ts'
import { findJob, type ListedJob } from './job-list-view.ts'
import { setJobDue } from './job-store.ts'

export interface HastenNeeds extends AuditNeeds {
  readonly db: Db
  readonly wakeJobs: () => void
}

/**
 * A failed job has ended its verification, which stays as it was told to the client: it cannot be retried.
 * @throws AppError `not_found`; `conflict` for a job that has ended.
 */
export function hastenListedJob(
  needs: HastenNeeds,
  by: AuditOrigin,
  id: string,
): Promise<ListedJob> {
  return inTransaction(needs.db, async (trx) => {
    const job = await requireWaiting(trx, id)
    await setJobDue(trx, job, needs.clock.now())
    await recordAudit(needs, trx, {
      by,
      action: 'job.hastened',
      subject: { kind: 'job', id },
      ...(job.reason === undefined ? {} : { details: { reason: job.reason } }),
    })
    afterCommit(trx, needs.wakeJobs)
    return requireWaiting(trx, id)
  })
}

async function requireWaiting(db: Parameters<typeof findJob>[0], id: string): Promise<ListedJob> {
  const job = isId('job', id) ? await findJob(db, id) : undefined
  if (job === undefined) throw new AppError('not_found', 'No job has this id, or no longer.')
  if (job.state === 'waiting' || job.state === 'running') return job
  throw new AppError(
    'conflict',
    `This job is ${job.state}: its verification has ended and the client was told. Submit it again instead.`,
  )
}
