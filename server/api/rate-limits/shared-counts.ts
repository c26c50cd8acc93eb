// Keeps the rate limits that several nodes share in the database. Additions that come while others are being written
// are written together, in one order, so that nodes never wait for each other in a circle.

import type { Keyring } from '../../crypto/keyring.ts'
import { type Db, inRepeatableTransaction, inTransaction, type Trx } from '../../db/transaction.ts'
import type { Addition, SharedCounts } from '../../http/limits/shared-counting.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { LiveNodes } from '../../kernel/live-nodes.ts'
import { addToWindow, deleteEndedWindows, type RateWindow } from './rate-window-store.ts'

interface SharedCountsNeeds {
  readonly db: Pick<Db, 'write'>
  readonly keyring: Pick<Keyring, 'macHex'>
  readonly liveNodes: LiveNodes
}

interface WaitingAddition {
  readonly addition: Addition
  readonly subject: string
  resolve(window: RateWindow): void
  reject(error: unknown): void
}

/** Clocks of nodes differ by less. */
const clockSkewMs = 2_000
const additionsPerCommitMax = 256

export function createSharedCounts({ db, keyring, liveNodes }: SharedCountsNeeds): SharedCounts {
  let waiting: WaitingAddition[] = []
  let isWriting = false

  async function writeAll(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, additionsPerCommitMax)
      waiting = waiting.slice(batch.length)
      await writeTogether(db, batch)
    }
    isWriting = false
  }

  return {
    nodeCount: () => (liveNodes.isAlone ? 1 : Math.max(1, liveNodes.servingNodes())),
    add(addition) {
      // Networks are personal data, and ids of keys need not be told apart from them.
      const subject = keyring.macHex('user', `rate:${addition.limiter}:${addition.client}`)
      return new Promise((resolve, reject) => {
        waiting.push({ addition, subject, resolve, reject })
        if (!isWriting) void writeAll()
      })
    },
  }
}

async function writeTogether(
  db: Pick<Db, 'write'>,
  batch: readonly WaitingAddition[],
): Promise<void> {
  const inOrder = batch.toSorted((one, other) => (one.subject < other.subject ? -1 : 1))
  try {
    const windows = await inRepeatableTransaction(db, async (trx) => {
      const results: RateWindow[] = []
      for (const { addition, subject } of inOrder) {
        const { amount, nowMs, windowMs } = addition
        const endsAt = nowMs + windowMs
        const endsAtMax = endsAt + clockSkewMs
        results.push(await addToWindow(trx, { subject, amount, nowMs, endsAt, endsAtMax }))
      }
      return results
    })
    inOrder.forEach(({ resolve, reject }, index) => {
      const window = windows[index]
      if (window) resolve(window)
      else reject(new Error('a rate window was not written'))
    })
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}

/** For the scheduled task: deletes the windows that have ended; returns how many. */
export function pruneRateWindows(needs: {
  readonly db: Pick<Db, 'write'>
  readonly clock: Clock
}): Promise<number> {
  return inTransaction(needs.db, (trx: Trx) => deleteEndedWindows(trx, needs.clock.now()))
}
