// Bounds how long a runner begins no job because a suspect waits for the end of the runs under way: it waits, then
// serves the other jobs for as long, then waits twice as long. No run takes longer than the longest wait, so the
// suspect's turn comes.

import type { Clock } from '../kernel/clock.ts'

const firstWaitMs = 10_000
/** The longest run (run-verification.ts) ends within it. */
const waitMsMax = 5 * 60_000

/** What the runner does at a look: it begins to wait, goes on waiting, or serves the other jobs. */
type Turn = 'begins' | 'waits' | 'serves'

export class QuietWait {
  readonly #clock: Pick<Clock, 'steadyMs'>
  /** When the last wait began, on the steady clock; undefined where no suspect waits. */
  #beganAt: number | undefined
  #waitMs = firstWaitMs

  constructor(clock: Pick<Clock, 'steadyMs'>) {
    this.#clock = clock
  }

  /** Call it at each look that finds a suspect due while jobs run. */
  turn(): Turn {
    const nowMs = this.#clock.steadyMs()
    if (this.#beganAt === undefined) return this.#begin(nowMs)
    const passedMs = nowMs - this.#beganAt
    if (passedMs < this.#waitMs) return 'waits'
    if (passedMs < 2 * this.#waitMs) return 'serves'
    this.#waitMs = Math.min(2 * this.#waitMs, waitMsMax)
    return this.#begin(nowMs)
  }

  /** Call it at each look that finds no suspect or no job under way, or where another node waits. */
  end(): void {
    this.#beganAt = undefined
    this.#waitMs = firstWaitMs
  }

  #begin(nowMs: number): Turn {
    this.#beganAt = nowMs
    return 'begins'
  }
}
