// A clock that stands still until a test moves it, used in place of `systemClock`.

import type { Cancel, Clock } from '../../server/kernel/clock.ts'

interface DueWork {
  readonly dueMs: number
  readonly work: () => void
}

/**
 * Time that only `advance` moves. Work handed to `after` is never run before `advance` reaches its
 * instant, not even with a delay of zero.
 */
export class ManualClock implements Clock {
  #nowMs: number
  #setBackMs = 0
  /** In order of due instant; work due at the same instant keeps the order in which it was given. */
  #pending: DueWork[] = []

  /** @param startMs Milliseconds since 1970, UTC; by default 21 November 2026, 09:00. */
  constructor(startMs = Date.UTC(2026, 10, 21, 9, 0, 0)) {
    this.#nowMs = startMs
  }

  now(): number {
    return this.#nowMs
  }

  steadyMs(): number {
    return this.#nowMs + this.#setBackMs
  }

  after(delayMs: number, work: () => void): Cancel {
    const due: DueWork = { dueMs: this.#nowMs + Math.max(delayMs, 0), work }
    const later = this.#pending.findIndex((other) => other.dueMs > due.dueMs)
    this.#pending.splice(later === -1 ? this.#pending.length : later, 0, due)
    return () => {
      this.#pending = this.#pending.filter((other) => other !== due)
    }
  }

  /**
   * Lets `ms` milliseconds go by and runs what falls due in them, earliest first, with `now()` at
   * the due instant of each. Work that such work schedules runs too, if it falls due in time.
   */
  advance(ms: number): void {
    const untilMs = this.#nowMs + ms
    for (;;) {
      const next = this.#pending[0]
      if (next === undefined || next.dueMs > untilMs) break
      this.#pending.shift()
      this.#nowMs = Math.max(this.#nowMs, next.dueMs)
      next.work()
    }
    this.#nowMs = untilMs
  }

  /** Sets the clock back, as an operator or a time service may. Waiting work keeps its delay, as timers do. */
  setBack(ms: number): void {
    this.#nowMs -= ms
    this.#setBackMs += ms
    this.#pending = this.#pending.map(({ dueMs, work }) => ({ dueMs: dueMs - ms, work }))
  }

  /** Number of scheduled callbacks that have not run. */
  get pendingCount(): number {
    return this.#pending.length
  }
}
