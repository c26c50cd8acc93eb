// Counts the jobs that run, wait and are due, for operators.

import { countRows } from '../db/count-rows.ts'
import { ifGiven } from '../db/if-given.ts'
import type { Reader } from '../db/transaction.ts'
import { findNextDue } from './job-claim-store.ts'
import { jobState } from './job-table.ts'

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
        .where('state', '=', jobState[state])
        .$call(ifGiven(dueBy, (query, value) => query.where('due_at', '<=', value))),
    )

  const oldest = (await findNextDue(db))?.dueAt
  return {
    waiting: await count('waiting'),
    running: await count('running'),
    due: await count('waiting', nowMs),
    oldestDueAgeMs: oldest === undefined ? 0 : Math.max(0, nowMs - oldest),
  }
}
