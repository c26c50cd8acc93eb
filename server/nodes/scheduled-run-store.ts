// The queries of `scheduled_runs`: begin a run once over all nodes, end it, find those that dead nodes left.

import { changedRows, changesAny } from '../db/changed-rows.ts'
import { orNull } from '../db/columns.ts'
import { ifGiven } from '../db/if-given.ts'
import type { Reader, Trx } from '../db/transaction.ts'

/** A task and the time of the schedule at which it runs. */
export interface ScheduledRun {
  readonly task: string
  readonly fireAt: number
}

export interface RunUnderWayOf extends ScheduledRun {
  readonly nodeId: string
}

/** Returns false if a node has begun this run already. */
export async function beginScheduledRun(
  trx: Trx,
  { task, fireAt, nodeId }: RunUnderWayOf,
  nowMs: number,
): Promise<boolean> {
  return changesAny(
    trx
      .insertInto('scheduled_runs')
      .values({ task, fire_at: fireAt, node_id: nodeId, started_at: nowMs })
      .onConflict((conflict) => conflict.columns(['task', 'fire_at']).doNothing()),
  )
}

/**
 * Records the end of a run, unless it is recorded or another node has taken the run over.
 * @param count undefined if the run failed
 */
export async function endScheduledRun(
  trx: Trx,
  { task, fireAt, nodeId }: RunUnderWayOf,
  end: { readonly at: number; readonly count: number | undefined },
): Promise<void> {
  await trx
    .updateTable('scheduled_runs')
    .set({ ended_at: end.at, count: orNull(end.count) })
    .where('task', '=', task)
    .where('fire_at', '=', fireAt)
    .where('node_id', '=', nodeId)
    .where('ended_at', 'is', null)
    .execute()
}

/**
 * Deletes the ended runs at times after `firedAfter`, of one task or of all: a clock that was ahead has run them, and
 * they would keep a task from running when the clock gets there again.
 */
export async function deleteRunsAhead(trx: Trx, firedAfter: number, task?: string): Promise<void> {
  await trx
    .deleteFrom('scheduled_runs')
    .where('fire_at', '>', firedAfter)
    .where('ended_at', 'is not', null)
    .$call(ifGiven(task, (query, value) => query.where('task', '=', value)))
    .execute()
}

/** Lists the runs that have not ended, of one task or of all. */
export async function listRunsUnderWay(
  db: Reader,
  task?: string,
): Promise<readonly RunUnderWayOf[]> {
  const rows = await db
    .selectFrom('scheduled_runs')
    .select(['task', 'fire_at', 'node_id'])
    .where('ended_at', 'is', null)
    .$call(ifGiven(task, (query, value) => query.where('task', '=', value)))
    .orderBy('task')
    .orderBy('fire_at')
    .execute()
  return rows.map((row) => ({ task: row.task, fireAt: row.fire_at, nodeId: row.node_id }))
}

/** Gives a run that has not ended to another node. Returns false if it has ended or was given to one already. */
export function takeScheduledRun(
  trx: Trx,
  { task, fireAt, nodeId }: RunUnderWayOf,
  by: { readonly nodeId: string; readonly nowMs: number },
): Promise<boolean> {
  return changesAny(
    trx
      .updateTable('scheduled_runs')
      .set({ node_id: by.nodeId, started_at: by.nowMs })
      .where('task', '=', task)
      .where('fire_at', '=', fireAt)
      .where('node_id', '=', nodeId)
      .where('ended_at', 'is', null),
  )
}

/** Returns how many runs were deleted. */
export function deleteScheduledRuns(trx: Trx, firedBefore: number): Promise<number> {
  return changedRows(trx.deleteFrom('scheduled_runs').where('fire_at', '<', firedBefore))
}
