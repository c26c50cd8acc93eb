// Lets grouped works wait a few milliseconds for others while many come, because most of what a commit costs does not
// depend on how many works share it. On a disk that syncs at once they do not wait. The writer asks it before each
// commit.

import type { Clock } from '../../kernel/clock.ts'
import type { WorkKind } from '../transaction.ts'

/** Longest wait, in milliseconds. */
const gatherMsMax = 2
/** A wait takes at most this share of what commits took lately: it shall save more than it costs. */
const commitShare = 1 / 2
/** About how many commits the average of their durations reaches back. */
const commitsRemembered = 8
/** After so many milliseconds without a commit nobody is expected any more. */
const crowdLastsMs = 20

/** The works that wait for their commit, or that shared one. */
type Works = readonly { readonly kind: WorkKind }[]

export interface Gathering {
  /** Resolves when the queue is to be committed; undefined: now. */
  gather(queue: Works): Promise<void> | undefined
  afterAdding(queue: Works): void
  /** Call it after each commit. @param works that shared it */
  afterCommit(works: Works): void
  /** Call it with the duration of each commit alone, the sync to disk included. */
  measureCommit(durationMs: number): void
}

type GatherClock = Pick<Clock, 'steadyMs' | 'after'>

/** Its timers keep the process alive: a command would else end while its last work waits. */
const steadyClock: GatherClock = {
  steadyMs: () => performance.now(),
  after(delayMs, work) {
    const timer = setTimeout(work, delayMs)
    return () => clearTimeout(timer)
  },
}

/**
 * As many works are expected as recently shared a commit, half as many after each smaller one. So a client that sends
 * one request after the other never waits, and a few that each wait for their answers do only until all have sent
 * their next. Works of other kinds never wait, nor do those beside them, and none of them are expected. A wait takes
 * whole milliseconds, because timers do; where that is more than its share of a commit, nobody waits.
 */
export function createGathering(clock: GatherClock = steadyClock): Gathering {
  let expected = 1
  let commitMs = 0
  let committedAt = clock.steadyMs()
  let endWait: (() => void) | undefined

  function isComplete(queue: Works): boolean {
    return queue.length >= expected || queue.some(({ kind }) => kind !== 'grouped')
  }

  return {
    gather(queue) {
      if (clock.steadyMs() - committedAt > crowdLastsMs) expected = 1
      const waitMs = Math.min(Math.floor(commitMs * commitShare), gatherMsMax)
      if (waitMs === 0 || isComplete(queue)) return undefined
      return new Promise((resolve) => {
        const cancel = clock.after(waitMs, () => endWait?.())
        endWait = () => {
          endWait = undefined
          cancel()
          resolve()
        }
      })
    },
    afterAdding(queue) {
      if (endWait !== undefined && isComplete(queue)) endWait()
    },
    afterCommit(works) {
      committedAt = clock.steadyMs()
      const grouped = works.filter(({ kind }) => kind === 'grouped').length
      expected = Math.max(grouped, Math.floor(expected / 2))
    },
    measureCommit(durationMs) {
      commitMs += (durationMs - commitMs) / commitsRemembered
    },
  }
}
