// Keeps the last run of each scheduled task in memory, for operators. Empty after a restart.

import type { Clock } from '../kernel/clock.ts'

interface TaskRun {
  readonly startedAt: number
  /** undefined while it runs. */
  readonly endedAt: number | undefined
  /** Number of items processed; undefined while it runs, and if it failed. */
  readonly count: number | undefined
}

export interface ScheduledTaskState {
  readonly name: string
  /** minute hour day month weekday, UTC */
  readonly when: string
  /** undefined if it has not run since this process started. */
  readonly lastRun: TaskRun | undefined
}

export interface TaskLog {
  /** Returns the tasks in the order of the schedule; empty if this process runs no schedule. */
  list(): readonly ScheduledTaskState[]
  plan(scheduledTasks: readonly { readonly name: string; readonly when: string }[]): void
  /** Runs `work` and stores its run. @throws what `work` throws */
  follow(name: string, work: () => Promise<number>): Promise<number>
}

export function createTaskLog(clock: Clock): TaskLog {
  let planned: readonly { readonly name: string; readonly when: string }[] = []
  const runs = new Map<string, TaskRun>()
  return {
    list: () => planned.map(({ name, when }) => ({ name, when, lastRun: runs.get(name) })),
    plan(scheduledTasks) {
      planned = scheduledTasks
    },
    async follow(name, work) {
      const startedAt = clock.now()
      let count: number | undefined
      runs.set(name, { startedAt, endedAt: undefined, count })
      try {
        count = await work()
        return count
      } finally {
        runs.set(name, { startedAt, endedAt: clock.now(), count })
      }
    },
  }
}
