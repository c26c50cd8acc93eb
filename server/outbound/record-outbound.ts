// Writes every outbound call down once it has ended, without keeping its caller waiting. An entry joins the
// next commit there is, so it is on disk no later than anything its caller writes in consequence; a crash
// can take only entries of calls of which nothing else is remembered either, and which are made again. An
// upload, of which something is, has its entry before it begins (`begin-outbound`) and is completed here.

import { type Db, inTransaction } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { newCall } from './begin-outbound.ts'
import type { OnCall, OutboundEntry } from './outbound.ts'
import { writeOutbound } from './outbound-store.ts'

export interface OutboundLedger {
  readonly onCall: OnCall
  /** Resolves once everything told so far is on disk, or could not be brought there. */
  close(): Promise<void>
}

/** Entries that wait because the database refuses them; more are lost, and the log says how many. */
const waitingMax = 10_000
const retryAfterMs = 1_000

export function openOutboundLedger(needs: {
  readonly db: Pick<Db, 'write'>
  readonly clock: Clock
  readonly log: Log
}): OutboundLedger {
  const { db, clock, log } = needs
  let waiting: OutboundEntry[] = []
  let lost = 0
  /** A write is queued that has not begun: it will take what comes until then. */
  let isQueued = false
  let cancelRetry: (() => void) | undefined
  const underWay = new Set<Promise<void>>()

  function write(): void {
    isQueued = true
    cancelRetry?.()
    cancelRetry = undefined
    const writing = writeWaiting().finally(() => underWay.delete(writing))
    underWay.add(writing)
  }

  async function writeWaiting(): Promise<void> {
    let taken: readonly OutboundEntry[] = []
    try {
      await inTransaction(db, (trx) => {
        isQueued = false
        taken = waiting
        waiting = []
        return writeOutbound(trx, taken)
      })
    } catch (error) {
      isQueued = false
      waiting = [...taken, ...waiting]
      log.error('outbound_write_failed', { count: waiting.length + lost }, error)
      cancelRetry ??= clock.after(retryAfterMs, write)
    }
  }

  function keep(entry: OutboundEntry): void {
    if (waiting.length >= waitingMax) lost += 1
    else waiting.push(entry)
    if (!isQueued && cancelRetry === undefined) write()
  }

  return {
    onCall(call, begun) {
      const { id, startedAt } = begun ?? newCall(clock.now())
      return (end) => {
        const durationMs = Math.max(0, clock.now() - startedAt)
        keep({ id, startedAt, durationMs, ...call, ...end })
      }
    },
    async close() {
      if (cancelRetry !== undefined) write()
      while (underWay.size > 0) await Promise.all(underWay)
      cancelRetry?.()
      lost += waiting.length
      if (lost > 0) log.error('outbound_entries_lost', { count: lost })
    },
  }
}
