// Remembers how the duties of the schedule went, for operators. In memory: it begins anew with the process.

import type { Clock } from '../kernel/clock.ts'

export interface DutyRun {
  readonly startedAt: number
  /** undefined while it runs. */
  readonly endedAt: number | undefined
  /** How much was done; undefined while it runs, and where it failed. */
  readonly count: number | undefined
}

export interface DutyState {
  readonly name: string
  /** minute hour day month weekday, UTC */
  readonly when: string
  /** undefined where it has not run since this process began. */
  readonly lastRun: DutyRun | undefined
}

export interface DutyLog {
  /** In the order of the schedule; empty where this process keeps none. */
  list(): readonly DutyState[]
  plan(duties: readonly { readonly name: string; readonly when: string }[]): void
  /** Runs `work` and remembers how it went. @throws what `work` throws */
  follow(name: string, work: () => Promise<number>): Promise<number>
}

export function createDutyLog(clock: Clock): DutyLog {
  let planned: readonly { readonly name: string; readonly when: string }[] = []
  const runs = new Map<string, DutyRun>()
  return {
    list: () => planned.map(({ name, when }) => ({ name, when, lastRun: runs.get(name) })),
    plan(duties) {
      planned = duties
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
