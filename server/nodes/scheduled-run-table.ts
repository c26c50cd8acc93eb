// Row of `scheduled_runs`: one run of a scheduled task. All nodes have the same schedule; the one that inserts the row
// of a task and its time runs the task.

export interface ScheduledRunTable {
  task: string
  /** The time of the schedule, to the minute; the same on every node. */
  fire_at: number
  node_id: string
  started_at: number
  /** null while it runs, and for ever if its node was killed. */
  ended_at: number | null
  /** Items processed; null while it runs, and if it failed. */
  count: number | null
}
