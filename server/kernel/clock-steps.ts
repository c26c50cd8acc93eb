// Tells instants that were recorded before the clock of the machine was set back, and keeps what has a term from ending
// early when the clock is set ahead.

import type { Clock } from './clock.ts'

/** Clocks of the nodes, and small corrections of one clock, differ by less than this many milliseconds. */
export const skewMsMax = 5 * 60_000

/** Whether a recorded instant is so far ahead of `nowMs` that the clock was set back after it was recorded. */
export function isFromFuture(recordedAt: number, nowMs: number): boolean {
  return recordedAt > nowMs + skewMsMax
}

/** A step of the clock that `createTermClock` takes into account. */
interface ClockStep {
  /** The clock right after it, less what the clock was set by since. */
  readonly afterMs: number
  /** Positive for a step ahead. */
  readonly byMs: number
}

/** What a process leaves for the next one, so that it can tell that the clock was set in between. */
export interface ClockRecord {
  /** Changes with each start of the machine. */
  readonly bootId: string
  /** Since the start of the machine, sleep included. */
  readonly uptimeMs: number
  readonly wallMs: number
  readonly steps: readonly ClockStep[]
}

/**
 * Returns the steps of a record and, if the machine has not been started again, the one since. A step while the machine
 * was off cannot be told from time that went by.
 */
export function stepsSince(
  record: ClockRecord,
  now: Omit<ClockRecord, 'steps'>,
): readonly ClockStep[] {
  if (record.bootId !== now.bootId) return record.steps
  const byMs = now.wallMs - record.wallMs - (now.uptimeMs - record.uptimeMs)
  if (Math.abs(byMs) <= skewMsMax) return record.steps
  const moved = record.steps.map((step) => ({ ...step, afterMs: step.afterMs + byMs }))
  return [...moved, { afterMs: now.wallMs, byMs }]
}

interface KnownSteps {
  /** Those of earlier processes. */
  readonly earlier: readonly ClockStep[]
  /** Called after each step with those that still count. */
  onStep(steps: readonly ClockStep[]): void
}

const noneKnown: KnownSteps = { earlier: [], onStep() {} }

/**
 * Returns a function that returns the instant to compare ends of terms with: the clock, less what it was set ahead by
 * within the last `termMs` milliseconds. So what began before a step ahead has its whole term, by the steady clock, and
 * what began after it is not longer. A step is noticed by the next call in the process that was running, or by
 * `stepsSince`; steps up to `skewMsMax` are none. A machine that was asleep is one whose clock was set ahead.
 */
export function createTermClock(
  clock: Clock,
  termMs: number,
  { earlier, onStep } = noneKnown,
): () => number {
  let wallMs = clock.now()
  let steadyMs = clock.steadyMs()
  let steps = earlier.map(({ afterMs, byMs }) => ({
    atMs: steadyMs - Math.max(0, wallMs - afterMs),
    byMs,
  }))
  return () => {
    const nowMs = clock.now()
    const steadyNowMs = clock.steadyMs()
    const stepMs = nowMs - wallMs - (steadyNowMs - steadyMs)
    wallMs = nowMs
    steadyMs = steadyNowMs
    const isStep = Math.abs(stepMs) > skewMsMax
    if (isStep) steps.push({ atMs: steadyNowMs, byMs: stepMs })
    steps = steps.filter(({ atMs }) => steadyNowMs - atMs < termMs)
    if (isStep)
      onStep(steps.map(({ atMs, byMs }) => ({ afterMs: nowMs - (steadyNowMs - atMs), byMs })))
    const aheadMs = steps.reduce((sum, { byMs }) => Math.max(0, sum + byMs), 0)
    return nowMs - aheadMs
  }
}
