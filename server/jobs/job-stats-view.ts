// Counts the jobs that run, wait and are due, for operators.

import { sql } from 'kysely'
import { countRows } from '../db/count-rows.ts'
import type { Reader } from '../db/transaction.ts'
import { findNextDue } from './job-claim-store.ts'

/** Literals instead of parameters, because SQLite uses the partial indexes only for literals. */
const waiting = sql.lit('waiting' as const)
const running = sql.lit('running' as const)

export interface JobStats {
  readonly waiting: number
  readonly running: number
  /** Waiting jobs that are due. */
  readonly due: number
  /** How long the oldest due job has been due; 0 if none is due. */
  readonly oldestDueAgeMs: number
}

export async function readJobStats(db: Reader, nowMs: number): Promise<JobStats> {
  const count = (state: 'waiting' | 'running', dueBy?: number) =>
    countRows(
      db
        .selectFrom('jobs')
        .where('state', '=', state === 'waiting' ? waiting : running)
        .$if(dueBy !== undefined, (query) => query.where('due_at', '<=', dueBy ?? 0)),
    )

  const oldest = (await findNextDue(db))?.dueAt
  return {
    waiting: await count('waiting'),
    running: await count('running'),
    due: await count('waiting', nowMs),
    oldestDueAgeMs: oldest === undefined ? 0 : Math.max(0, nowMs - oldest),
  }
}
