// Gathers grouped works that arrive together, so that they run in one transaction.

import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { Work } from '../transaction.ts'
import { noTurn, PoolBusyError } from './postgres-errors.ts'

/** How many works share a commit at most; limits how long the first waits for the last. */
const worksPerCommitMax = 64
/** While one group waits for the disk, the next one is being written. */
const groupsAtOnceMax = 2
/** How long a work waits for a place in a group. The groups before it wait for the lane, too. */
const waitMsDefault = 2_000

export interface GroupedWork {
  readonly work: Work<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** Settles every work of the group. Never throws. */
type CommitGroup = (group: readonly GroupedWork[]) => Promise<void>

/** Returns how to add a work. It fails with `PoolBusyError`, and never runs, if it waits for too long. */
export function createGroups(
  commitGroup: CommitGroup,
  waitMs = waitMsDefault,
): <Result>(work: Work<Result>) => Promise<Result> {
  const queue = new Map<GroupedWork, NodeJS.Timeout>()
  let running = 0

  async function drain(): Promise<void> {
    running += 1
    // Works that are ready in this turn of the event loop join.
    await turnOfTheLoop()
    while (queue.size > 0) await commitGroup(takeGroup())
    running -= 1
  }

  function takeGroup(): readonly GroupedWork[] {
    const group: GroupedWork[] = []
    for (const [work, timer] of queue) {
      if (group.length === worksPerCommitMax) break
      clearTimeout(timer)
      queue.delete(work)
      group.push(work)
    }
    return group
  }

  function refuse(work: GroupedWork): void {
    queue.delete(work)
    work.reject(new PoolBusyError(noTurn))
  }

  return (work) =>
    new Promise((resolve, reject) => {
      const one: GroupedWork = { work, resolve: resolve as (result: unknown) => void, reject }
      queue.set(
        one,
        setTimeout(() => refuse(one), waitMs),
      )
      if (running < groupsAtOnceMax) void drain()
    })
}
