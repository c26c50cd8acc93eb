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
import { createRefusedEntries } from './refused-entries.ts'
import { writeInParts } from './write-in-parts.ts'

interface OutboundLedger {
  readonly onCall: OnCall
  /** Resolves once every recorded entry is on disk or could not be written. */
  close(): Promise<void>
}

/** Entries kept while the database fails. Further ones are dropped, and the log reports how many. */
const waitingMax = 10_000
const rewriteDelayMs = 1_000

interface LedgerNeeds {
  readonly db: Pick<Db, 'write'>
  readonly clock: Clock
  readonly log: Log
}

export function openOutboundLedger(needs: LedgerNeeds): OutboundLedger {
  const writer = new OutboundWriter(needs)
  const { clock } = needs
  return {
    onCall(call, begun) {
      const { id, startedAt } = begun ?? newCall(clock.now())
      return (end) => {
        const durationMs = Math.max(0, clock.now() - startedAt)
        writer.add({ id, startedAt, durationMs, ...call, ...end })
      }
    },
    close: () => writer.close(),
  }
}

class OutboundWriter {
  readonly #needs: LedgerNeeds
  #waiting: OutboundEntry[] = []
  /** New entries do not wait for these. */
  readonly #refused = createRefusedEntries<OutboundEntry>()
  #lost = 0
  /** Entries that are being written in parts. New ones wait for the end of it: they may be refused, too. */
  #inParts = 0
  /** A write is queued and has not begun; it will include entries added until then. */
  #isQueued = false
  #cancelRetry: (() => void) | undefined
  readonly #underWay = new Set<Promise<void>>()

  constructor(needs: LedgerNeeds) {
    this.#needs = needs
  }

  add(entry: OutboundEntry): void {
    const mustWait =
      this.#inParts > 0 || (this.#cancelRetry !== undefined && this.#waiting.length > 0)
    if (this.#unwritten >= waitingMax) this.#lost += 1
    else this.#waiting.push(entry)
    if (!this.#isQueued && !mustWait) this.#write()
  }

  get #unwritten(): number {
    return this.#waiting.length + this.#inParts + this.#refused.size
  }

  async close(): Promise<void> {
    if (this.#cancelRetry !== undefined) this.#retry()
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
    this.#cancelRetry?.()
    const count = this.#lost + this.#unwritten
    if (count > 0) this.#needs.log.error('outbound_entries_lost', { count })
  }

  #write(): void {
    this.#isQueued = true
    const writing = this.#writeWaiting().finally(() => this.#underWay.delete(writing))
    this.#underWay.add(writing)
  }

  async #writeWaiting(): Promise<void> {
    let taken: readonly OutboundEntry[] = []
    try {
      await inTransactionAhead(this.#needs.db, (trx) => {
        this.#isQueued = false
        // The transaction may run twice, and then writes also what its first run took.
        taken = [...taken, ...this.#waiting]
        this.#waiting = []
        return writeOutbound(trx, taken)
      })
      this.#refused.noteWritten(taken)
    } catch (error) {
      this.#isQueued = false
      const count = taken.length + this.#waiting.length + this.#lost
      this.#needs.log.error('outbound_write_failed', { count }, error)
      await this.#writeParts(taken, error)
    }
  }

  /** Plans another try of what is not written then. */
  async #writeParts(entries: readonly OutboundEntry[], error: unknown): Promise<void> {
    const { db, clock, log } = this.#needs
    this.#inParts += entries.length
    const { kept, refused } = await writeInParts(entries, error, async (part) => {
      await inTransactionAhead(db, (trx) => writeOutbound(trx, part))
      this.#refused.noteWritten(part)
    })
    this.#inParts -= entries.length
    // Where it takes none at all, new entries wait with these.
    const { areAll } = this.#refused
    const waits = areAll ? [...refused, ...kept] : kept
    const isSettled = entries.length > 0 && waits.length === 0 && this.#inParts === 0
    this.#waiting = [...waits, ...this.#waiting]
    const dropped = areAll ? 0 : this.#refused.add(refused)
    if (dropped > 0) log.error('outbound_entries_lost', { count: dropped })
    if (this.#unwritten === 0) return
    if (isSettled && this.#waiting.length > 0 && !this.#isQueued) this.#write()
    this.#cancelRetry ??= clock.after(rewriteDelayMs, () => this.#retry())
  }

  #retry(): void {
    this.#cancelRetry?.()
    this.#cancelRetry = undefined
    this.#waiting = [...this.#refused.takeAll(), ...this.#waiting]
    if (!this.#isQueued && this.#waiting.length > 0) this.#write()
  }
}
