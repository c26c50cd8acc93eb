// The slots of a job runner, for each step its own. Steps that shared slots would hold each other up: runs that wait
// for the processor, or for a slow upload, would keep results from being asked for. Pure.

import { type JobStep, jobSteps } from './job.ts'

/** One image is decoded, one is read and one waits its turn: more would only be claimed away from other nodes. */
const preparingMax = 3

type Counts = Record<JobStep, number>

export class JobSlots {
  readonly #max: Readonly<Counts>
  readonly #active: Counts = { prepare: 0, ask: 0, follow_up: 0, simulate: 0 }

  /** @param concurrency maximum number of runs of a step at the same time */
  constructor(concurrency: number) {
    const prepare = Math.min(preparingMax, concurrency)
    this.#max = { prepare, ask: concurrency, follow_up: concurrency, simulate: concurrency }
  }

  /** Whether no run is under way. */
  get isQuiet(): boolean {
    return jobSteps.every((step) => this.#active[step] === 0)
  }

  /** Whether no step has a free slot. */
  get isFull(): boolean {
    return jobSteps.every((step) => !this.has(step))
  }

  /** Whether each step has a free slot, so that a job may begin whatever its step is. */
  get hasForEachStep(): boolean {
    return jobSteps.every((step) => this.has(step))
  }

  /** Whether the step has a free slot. */
  has(step: JobStep): boolean {
    return this.#active[step] < this.#max[step]
  }

  /** Returns how many more jobs of each step may begin once these have. */
  freeBeside(ready: readonly { readonly step: JobStep }[]): Readonly<Counts> {
    const free = { ...this.#max }
    for (const step of jobSteps) free[step] -= this.#active[step]
    for (const { step } of ready) free[step] -= 1
    return free
  }

  take(step: JobStep): void {
    this.#active[step] += 1
  }

  release(step: JobStep): void {
    this.#active[step] -= 1
  }
}
