// Records outbound calls when they end, without making their callers wait. An entry is on disk no later than what its
// caller writes in a plain transaction as a result. A crash can lose only entries of calls without
// any other record, which are made again. Uploads are recorded before they begin (`begin-outbound`) and
// completed here.

import { type Db, inTransactionAhead } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { newCall } from './begin-outbound.ts'
import type { OnCall, OutboundEntry } from './outbound.ts'
import { writeOutbound } from './outbound-store.ts'

interface OutboundLedger {
  readonly onCall: OnCall
  /** Resolves once every recorded entry is on disk or could not be written. */
  close(): Promise<void>
}

/** Entries kept while the database fails. Further ones are dropped, and the log reports how many. */
const waitingMax = 10_000
const rewriteDelayMs = 1_000

export function openOutboundLedger(needs: {
  readonly db: Pick<Db, 'write'>
  readonly clock: Clock
  readonly log: Log
}): OutboundLedger {
  const { db, clock, log } = needs
  let waiting: OutboundEntry[] = []
  let lost = 0
  /** A write is queued and has not begun; it will include entries added until then. */
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
      await inTransactionAhead(db, (trx) => {
        isQueued = false
        // The transaction may run twice, and then writes also what its first run took.
        taken = [...taken, ...waiting]
        waiting = []
        return writeOutbound(trx, taken)
      })
    } catch (error) {
      isQueued = false
      waiting = [...taken, ...waiting]
      log.error('outbound_write_failed', { count: waiting.length + lost }, error)
      cancelRetry ??= clock.after(rewriteDelayMs, write)
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
