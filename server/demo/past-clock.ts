// A clock that is moved by hand, to simulate days at once: used to seed the demo's invented
// fortnight.

import type { Cancel, Clock } from '../kernel/clock.ts'

export interface PastClock extends Clock {
  /**
   * Jumps to `instantMs` and runs the work that fell due, earliest first. All of it sees the new
   * time, and work that it schedules waits for the next jump. Never goes back.
   */
  moveTo(instantMs: number): void
}

interface DueWork {
  readonly dueMs: number
  readonly work: () => void
}

export function openPastClock(startMs: number): PastClock {
  let nowMs = startMs
  const pending = new Set<DueWork>()
  return {
    now: () => nowMs,
    steadyMs: () => nowMs,
    after(delayMs, work): Cancel {
      const due: DueWork = { dueMs: nowMs + Math.max(delayMs, 0), work }
      pending.add(due)
      return () => void pending.delete(due)
    },
    moveTo(instantMs) {
      nowMs = Math.max(nowMs, instantMs)
      const due = [...pending].filter(({ dueMs }) => dueMs <= nowMs)
      for (const one of due.sort((left, right) => left.dueMs - right.dueMs)) {
        // Earlier work may have cancelled it.
        if (pending.delete(one)) one.work()
      }
    },
  }
}
