// Tells instants that were recorded before the clock of the machine was set back, and keeps what has a term from ending
// early when the clock is set ahead.

import type { Clock } from './clock.ts'

/** Clocks of the nodes, and small corrections of one clock, differ by less than this many milliseconds. */
export const skewMsMax = 5 * 60_000

/** Whether a recorded instant is so far ahead of `nowMs` that the clock was set back after it was recorded. */
export function isFromFuture(recordedAt: number, nowMs: number): boolean {
  return recordedAt > nowMs + skewMsMax
}

/**
 * Returns a function that returns the instant to compare ends of terms with: the clock, less what it was set ahead by
 * within the last `termMs` milliseconds. So what began before a step ahead has its whole term, by the steady clock, and
 * what began after it is not longer. A step is noticed by the next call in the process that was running; steps up to `skewMsMax` are none. A machine that
 * was asleep is one whose clock was set ahead.
 */
export function createTermClock(clock: Clock, termMs: number): () => number {
  let wallMs = clock.now()
  let steadyMs = clock.steadyMs()
  let steps: { readonly atMs: number; readonly byMs: number }[] = []
  return () => {
    const nowMs = clock.now()
    const steadyNowMs = clock.steadyMs()
    const stepMs = nowMs - wallMs - (steadyNowMs - steadyMs)
    wallMs = nowMs
    steadyMs = steadyNowMs
    if (Math.abs(stepMs) > skewMsMax) steps.push({ atMs: steadyNowMs, byMs: stepMs })
    steps = steps.filter(({ atMs }) => steadyNowMs - atMs < termMs)
    const aheadMs = steps.reduce((sum, { byMs }) => Math.max(0, sum + byMs), 0)
    return nowMs - aheadMs
  }
}
