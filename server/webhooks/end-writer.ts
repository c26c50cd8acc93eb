// Writes down how attempts ended: soon, since a crash sends again what has no end yet, but many with one
// commit when many end at once.

import { setTimeout as pause, setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { type Db, inTransaction } from '../db/transaction.ts'
import type { EndedAttempt, RecordedAttempt } from './attempt-end.ts'
import { type RecordNeeds, recordAttempts } from './record-attempts.ts'

export interface EndWriterNeeds extends RecordNeeds {
  readonly db: Db
}

export interface EndWriterHooks {
  /** Told of every end that is on disk. */
  readonly onWritten: (recorded: readonly RecordedAttempt[]) => void
  /** Ends the wait for a database that refuses. */
  readonly stopped: AbortSignal
}

/** Ends written by one commit at most. */
const endsPerCommitMax = 256
/** Turns of the loop that a commit waits for more of them (an idle loop turns in microseconds), */
const turnsBeforeCommit = 16
/** and milliseconds: a busy loop turns slowly. */
const waitMsMax = 5
const tryAgainAfterMs = 1_000
/** Once all else has stopped: how often the database is asked again, and how soon. */
const lastTriesMax = 3
const lastTryAfterMs = 200

/** How often an end is refused while others are taken, before it is let go of. */
const refusalsMax = 3

interface Waiting {
  readonly ended: EndedAttempt
  refusals: number
}

export class EndWriter {
  readonly #needs: EndWriterNeeds
  readonly #hooks: EndWriterHooks
  #waiting: Waiting[] = []
  #writing: Promise<void> | undefined
  #isRefused = false
  #lastTries = 0

  constructor(needs: EndWriterNeeds, hooks: EndWriterHooks) {
    this.#needs = needs
    this.#hooks = hooks
  }

  add(ended: EndedAttempt): void {
    this.#waiting.push({ ended, refusals: 0 })
    this.#start()
  }

  /** Whether sending more would be sending without a record. */
  get isBehind(): boolean {
    return this.#isRefused || this.#waiting.length >= endsPerCommitMax
  }

  /** The writing that is under way, where there is any. */
  get writing(): Promise<void> | undefined {
    return this.#writing
  }

  #start(): void {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined
      // One may have ended while the last round was ending.
      if (this.#waiting.length > 0 && this.#lastTries < lastTriesMax) this.#start()
    })
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0 && this.#lastTries < lastTriesMax) {
      await this.#waitForMore()
      const batch = this.#waiting.slice(0, endsPerCommitMax)
      const left = (await this.#write(batch)) ? [] : await this.#writeOneByOne(batch)
      this.#isRefused = left.length === batch.length
      this.#waiting = [...this.#waiting.slice(batch.length), ...left]
      if (this.#isRefused) await this.#waitBeforeNextTry()
    }
  }

  async #waitBeforeNextTry(): Promise<void> {
    if (!this.#hooks.stopped.aborted) return this.#elapsed(tryAgainAfterMs)
    this.#lastTries += 1
    // Not by the clock, whose pending calls do not keep a process alive that is about to end.
    await pause(lastTryAfterMs)
  }

  async #waitForMore(): Promise<void> {
    const until = performance.now() + waitMsMax
    for (let turns = 0; turns < turnsBeforeCommit; turns += 1) {
      if (this.#waiting.length >= endsPerCommitMax || performance.now() > until) return
      await turnOfTheLoop()
    }
  }

  /** False when the database refused (a full disk, say): then nothing of it is written. */
  async #write(batch: readonly Waiting[]): Promise<boolean> {
    const { db, log } = this.#needs
    try {
      const ended = batch.map((one) => one.ended)
      const recorded = await inTransaction(db, (trx) => recordAttempts(this.#needs, trx, ended))
      this.#hooks.onWritten(recorded)
      return true
    } catch (error) {
      log.error('deliveries_write_failed', { count: batch.length }, error)
      return false
    }
  }

  /**
   * One end that can never be written must not hold up the others. After some tries it is let go of
   * without being told to anyone, so that its delivery is not sent again before the next start.
   * Returns what is still to be written.
   */
  async #writeOneByOne(batch: readonly Waiting[]): Promise<readonly Waiting[]> {
    const refused: Waiting[] = []
    if (batch.length === 1) return batch
    for (const one of batch) if (!(await this.#write([one]))) refused.push(one)
    if (refused.length === batch.length) return refused
    for (const one of refused) one.refusals += 1
    return refused.filter(({ refusals }) => refusals < refusalsMax)
  }

  /** Ends early with `stopped`: a stop waits for nothing that may take for ever. */
  #elapsed(delayMs: number): Promise<void> {
    const { stopped } = this.#hooks
    return new Promise((resolve) => {
      const end = () => {
        cancel()
        stopped.removeEventListener('abort', end)
        resolve()
      }
      const cancel = this.#needs.clock.after(delayMs, end)
      stopped.addEventListener('abort', end)
    })
  }
}
