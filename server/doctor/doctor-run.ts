// Runs all checks for the System page: one run at a time, whose progress and results every visitor of the page sees.
// Kept in memory.

import type { Clock } from '../kernel/clock.ts'
import { type DoctorCheckName, isSlowCheck } from './check-names.ts'
import type { DoctorResult } from './outcome.ts'

export interface DoctorProgress {
  /** Checks made so far. */
  readonly done: number
  readonly total: number
  /** The check that is being made. */
  readonly name: DoctorCheckName
}

interface SlowResults {
  readonly at: number
  readonly results: readonly DoctorResult[]
}

export interface DoctorRun {
  /** undefined if no run is under way. */
  progress(): DoctorProgress | undefined
  /** The slow checks of the last run; undefined before the first. */
  slow(): SlowResults | undefined
  /** Joins a run that is under way. @throws what `work` throws */
  run(
    input: { readonly total: number; readonly clock: Clock },
    work: (
      onCheck: (name: DoctorCheckName, done: number) => void,
    ) => Promise<readonly DoctorResult[]>,
  ): Promise<readonly DoctorResult[]>
}

export function createDoctorRun(): DoctorRun {
  let progress: DoctorProgress | undefined
  let slow: SlowResults | undefined
  let running: Promise<readonly DoctorResult[]> | undefined
  return {
    progress: () => progress,
    slow: () => slow,
    run({ total, clock }, work) {
      running ??= work((name, done) => {
        progress = { name, done, total }
      })
        .then((results) => {
          slow = { at: clock.now(), results: results.filter(({ name }) => isSlowCheck(name)) }
          return results
        })
        .finally(() => {
          running = undefined
          progress = undefined
        })
      return running
    },
  }
}
