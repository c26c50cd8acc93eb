// Reads the last run of each scheduled task, on whichever node it was.

import { orUndefined } from '../db/columns.ts'
import type { Reader } from '../db/transaction.ts'

interface LastScheduledRun {
  readonly startedAt: number
  /** undefined while it runs, and if its node was killed. */
  readonly endedAt: number | undefined
  /** Items processed; undefined while it runs, and if it failed. */
  readonly count: number | undefined
}

/** By the name of the task. */
export async function readLastScheduledRuns(
  db: Reader,
): Promise<ReadonlyMap<string, LastScheduledRun>> {
  const rows = await db
    .selectFrom('scheduled_runs as run')
    .select(['run.task', 'run.started_at', 'run.ended_at', 'run.count'])
    .where('run.fire_at', '=', (query) =>
      query
        .selectFrom('scheduled_runs as other')
        .select((select) => select.fn.max<number>('other.fire_at').as('latest'))
        .whereRef('other.task', '=', 'run.task'),
    )
    .execute()
  return new Map(
    rows.map((row) => [
      row.task,
      {
        startedAt: row.started_at,
        endedAt: orUndefined(row.ended_at),
        count: orUndefined(row.count),
      },
    ]),
  )
}
