// The rhythm of every copy of a log to a second system: it looks every two seconds, tries again later after a failure,
// tells only the first of several failures in a row, and copies what is left when it is stopped.

import { type Cancel, type Clock, elapsed } from '../../kernel/clock.ts'
import type { LogCopies } from './log-copies.ts'

export const pollEveryMs = 2_000
/** Delays after the first, second, … failure in a row; the last one repeats. */
const retryDelaysMs = [2_000, 5_000, 15_000] as const

interface CopyRun {
  isStopped(): boolean
  /** Ends early when the copying is stopped. */
  pause(ms: number): Promise<void>
}

interface CopyWork {
  /** Returns whether there may be something to copy. Called while a copy is under way, too. Never throws. */
  look(): Promise<boolean>
  /** Copies all that there is. */
  copy(run: CopyRun): Promise<void>
  /** The first of several failures in a row. */
  onFailure(error: unknown): void
  /** @param failures how many there were in a row */
  onRecovery?(failures: number): void
  close(): Promise<void>
}

export function createCopyLoop(clock: Clock, work: CopyWork): LogCopies {
  let cancelTimer: Cancel = () => {}
  let endPause = () => {}
  let looking: Promise<void> | undefined
  /** Looks do not wait for it: a target that does not respond must not hide that the copy lags. */
  let copying: Promise<void> | undefined
  let failures = 0
  let retryAt = 0
  let isStopped = false

  const run: CopyRun = {
    isStopped: () => isStopped,
    pause: (ms) =>
      new Promise((resolve) => {
        endPause = resolve
        clock.after(ms, resolve)
      }),
  }

  function start(): void {
    looking ??= look().finally(() => {
      looking = undefined
      if (!isStopped) cancelTimer = clock.after(pollEveryMs, start)
    })
  }

  async function look(): Promise<void> {
    if (!(await work.look()) || isStopped || clock.now() < retryAt) return
    copying ??= copy().finally(() => {
      copying = undefined
    })
  }

  async function copy(): Promise<void> {
    try {
      await work.copy(run)
      if (failures > 0) work.onRecovery?.(failures)
      failures = 0
    } catch (error) {
      if (failures === 0) work.onFailure(error)
      retryAt = clock.now() + (retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)] ?? 0)
      failures += 1
    }
  }

  async function idle(): Promise<void> {
    while (looking || copying) {
      await looking
      await copying
    }
  }

  async function finish(): Promise<void> {
    await idle()
    if (await work.look()) await copy()
    await work.close()
  }

  return {
    start,
    idle,
    async stop(timeoutMs) {
      isStopped = true
      cancelTimer()
      endPause()
      await Promise.race([finish(), elapsed(clock, timeoutMs)])
    },
  }
}
