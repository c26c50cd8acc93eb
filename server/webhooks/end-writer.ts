// Writes down how attempts ended: soon, since a crash sends again what has no end yet, but many with one
// commit when many end at once.

import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { type Db, inTransaction } from '../db/transaction.ts'
import type { EndedAttempt } from './attempt-end.ts'
import { type RecordedAttempt, type RecordNeeds, recordAttempts } from './record-attempts.ts'

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
/** Ends that may wait for a database which refuses, before nothing more should be sent. */
const endsWaitingMax = 2 * endsPerCommitMax
const tryAgainAfterMs = 1_000

export class EndWriter {
  readonly #needs: EndWriterNeeds
  readonly #hooks: EndWriterHooks
  #waiting: EndedAttempt[] = []
  #writing: Promise<void> | undefined

  constructor(needs: EndWriterNeeds, hooks: EndWriterHooks) {
    this.#needs = needs
    this.#hooks = hooks
  }

  add(ended: EndedAttempt): void {
    this.#waiting.push(ended)
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined
    })
  }

  /** Whether so much waits to be written that sending more would only be sending without a record. */
  get isBehind(): boolean {
    return this.#waiting.length >= endsWaitingMax
  }

  /** The writing that is under way, where there is any. */
  get writing(): Promise<void> | undefined {
    return this.#writing
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#waitForMore()
      const ended = this.#waiting.slice(0, endsPerCommitMax)
      const isWritten = (await this.#write(ended)) || (await this.#writeOneByOne(ended))
      if (isWritten) this.#waiting = this.#waiting.slice(ended.length)
      else if (this.#hooks.stopped.aborted) return
      else await this.#elapsed(tryAgainAfterMs)
    }
  }

  async #waitForMore(): Promise<void> {
    const until = performance.now() + waitMsMax
    for (let turns = 0; turns < turnsBeforeCommit; turns += 1) {
      if (this.#waiting.length >= endsPerCommitMax || performance.now() > until) return
      await turnOfTheLoop()
    }
  }

  /** False when the database refused (a full disk, say): then nothing of it is written. */
  async #write(ended: readonly EndedAttempt[]): Promise<boolean> {
    const { db, log } = this.#needs
    try {
      const recorded = await inTransaction(db, (trx) => recordAttempts(this.#needs, trx, ended))
      this.#hooks.onWritten(recorded)
      return true
    } catch (error) {
      log.error('deliveries_write_failed', { count: ended.length }, error)
      return false
    }
  }

  /**
   * One end that can never be written must not hold up the others. It is let go of without being told
   * to anyone, so that its delivery is not sent again before the next start. False when none went in.
   */
  async #writeOneByOne(ended: readonly EndedAttempt[]): Promise<boolean> {
    if (ended.length < 2) return false
    let isAnyWritten = false
    for (const one of ended) isAnyWritten = (await this.#write([one])) || isAnyWritten
    return isAnyWritten
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
