// A clock that somebody moves, for letting days go by at once: what the demo's invented fortnight is
// lived through with.

import type { Cancel, Clock } from '../kernel/clock.ts'

export interface PastClock extends Clock {
  /**
   * Jumps there and runs what has fallen due on the way, earliest first. All of it sees the instant
   * jumped to, and what it plans anew waits for the next jump. Never goes back.
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
        // What ran before may have called it off.
        if (pending.delete(one)) one.work()
      }
    },
  }
}
