// Queries of `backup_runs`: the backups that were made and the tries that failed.

import { countRows } from '../db/count-rows.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import { skewMsMax } from '../kernel/clock-steps.ts'
import type { BackupReason } from './backup-error.ts'
import type { BackupCause, BackupRunTable } from './backup-run-table.ts'
import type { LastRuns } from './last-runs.ts'

export interface BackupRun {
  readonly id: string
  readonly startedAt: number
  readonly endedAt: number
  readonly cause: BackupCause
  readonly target: string
  readonly result:
    | {
        readonly outcome: 'done'
        readonly name: string
        readonly bytes: number
        readonly newBytes: number
        readonly images: number
        readonly missingImages: number
      }
    | { readonly outcome: 'failed'; readonly reason: BackupReason }
}

export async function insertBackupRun(trx: Trx, run: BackupRun): Promise<void> {
  const { result } = run
  const row: BackupRunTable = {
    id: run.id,
    started_at: run.startedAt,
    ended_at: run.endedAt,
    cause: run.cause,
    target: run.target,
    outcome: result.outcome,
    name: result.outcome === 'done' ? result.name : null,
    bytes: result.outcome === 'done' ? result.bytes : null,
    new_bytes: result.outcome === 'done' ? result.newBytes : null,
    images: result.outcome === 'done' ? result.images : null,
    missing_images: result.outcome === 'done' ? result.missingImages : null,
    reason: result.outcome === 'failed' ? result.reason : null,
    tried_at: null,
  }
  await trx.insertInto('backup_runs').values(row).execute()
}

/** Leaves out runs that a clock recorded which was ahead and was set back since. */
export async function readLastRuns(db: Reader, nowMs: number): Promise<LastRuns> {
  const untilMs = nowMs + skewMsMax
  const success = await db
    .selectFrom('backup_runs')
    .select(['started_at', 'name'])
    .where('outcome', '=', 'done')
    .where('started_at', '<=', untilMs)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const since = db
    .selectFrom('backup_runs')
    .where('outcome', '=', 'failed')
    .where('started_at', '>', success?.started_at ?? -1)
    .where('started_at', '<=', untilMs)
  const last = await since
    .select(['started_at', 'reason'])
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    lastSuccessAt: success?.started_at,
    lastSuccessName: success?.name ?? undefined,
    lastFailure: last && { at: last.started_at, reason: last.reason ?? 'failed' },
    failures: await countRows(since),
  }
}

/** Returns whether a backup was ever made at a place, as `BackupTarget.label` names it. */
export async function hasBackupAt(db: Reader, target: string): Promise<boolean> {
  const found = await db
    .selectFrom('backup_runs')
    .select('id')
    .where('outcome', '=', 'done')
    .where('target', '=', target)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Deletes the runs that began before an instant, except the last success. */
export async function deleteOldRuns(trx: Trx, before: number): Promise<void> {
  const last = await trx
    .selectFrom('backup_runs')
    .select('id')
    .where('outcome', '=', 'done')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  await trx
    .deleteFrom('backup_runs')
    .where('started_at', '<', before)
    .where('id', '!=', last?.id ?? '')
    .execute()
}

/** Notes that the backup of this name was restored as a trial. One that this installation does not know is left out. */
export async function noteTrial(trx: Trx, name: string, nowMs: number): Promise<void> {
  await trx.updateTable('backup_runs').set({ tried_at: nowMs }).where('name', '=', name).execute()
}

/** Returns when a backup was last restored as a trial; undefined if none was. */
export async function findLastTrial(db: Reader): Promise<number | undefined> {
  const { last } = await db
    .selectFrom('backup_runs')
    .select((select) => select.fn.max('tried_at').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? undefined
}
