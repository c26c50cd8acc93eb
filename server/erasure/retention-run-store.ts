// The queries of `retention_run`: one process at a time runs, by a lease that ends when the process does not renew it.

import { orUndefined } from '../db/columns.ts'
import type { Reader, Trx } from '../db/transaction.ts'

export interface RetentionRun {
  /** undefined once it is finished. */
  readonly owner: string | undefined
  readonly leaseUntil: number
  readonly startedAt: number
  readonly finishedAt: number | undefined
  readonly verifications: number
  readonly images: number
}

export async function findRun(db: Reader): Promise<RetentionRun | undefined> {
  const row = await db.selectFrom('retention_run').selectAll().executeTakeFirst()
  return (
    row && {
      owner: orUndefined(row.owner),
      leaseUntil: row.lease_until,
      startedAt: row.started_at,
      finishedAt: orUndefined(row.finished_at),
      verifications: row.verifications,
      images: row.images,
    }
  )
}

/** Replaces the run. The caller has checked, in the same transaction, that it may. */
export async function replaceRun(trx: Trx, run: RetentionRun): Promise<void> {
  await trx.deleteFrom('retention_run').execute()
  await trx
    .insertInto('retention_run')
    .values({
      only: 1,
      owner: run.owner ?? null,
      lease_until: run.leaseUntil,
      started_at: run.startedAt,
      finished_at: run.finishedAt ?? null,
      verifications: run.verifications,
      images: run.images,
    })
    .execute()
}
