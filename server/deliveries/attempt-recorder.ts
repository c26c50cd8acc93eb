// Writes finished attempts to the database. It writes soon, because an attempt that is not recorded
// is made again after a crash, and writes many in one transaction when many end at once.

import { setTimeout as pause, setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { Appliance } from '../appliance.ts'
import { inTransaction } from '../db/transaction.ts'
import type { FinishedAttempt, RecordedAttempt } from './attempt-outcome.ts'
import { type RecordAttemptNeeds, recordAttempts } from './record-attempts.ts'

type AttemptRecorderNeeds = RecordAttemptNeeds & Pick<Appliance, 'db'>

interface AttemptRecorderHooks {
  /** Called with the attempts that were committed. */
  readonly onWritten: (recorded: readonly RecordedAttempt[]) => void
  /** Aborted when the dispatcher stops; ends the wait before the next try of a failed write. */
  readonly stopped: AbortSignal
}

/** Attempts written by one transaction at most. */
const attemptsPerCommitMax = 256
/**
 * A commit waits for more attempts until none has ended for this many turns of the event loop (an idle loop turns in
 * microseconds),
 */
const turnsWithoutMax = 16
/** and at most this many milliseconds, because a crash in the meantime makes the attempts again. */
const waitMsMax = 10
const rewriteDelayMs = 1_000
/**
 * After the dispatcher has stopped: how often a failed write is tried again, and after how many
 * milliseconds.
 */
const triesAfterStopMax = 3
const retryAfterStopMs = 200

/**
 * How often the write of one attempt may fail while others succeed, before the attempt is dropped.
 */
const failuresMax = 3

interface PendingAttempt {
  readonly finished: FinishedAttempt
  failures: number
  /** Whether a write was reported as failed. Its commit may have succeeded all the same. */
  isTriedBefore: boolean
}

export class AttemptRecorder {
  readonly #needs: AttemptRecorderNeeds
  readonly #hooks: AttemptRecorderHooks
  #waiting: PendingAttempt[] = []
  #writing: Promise<void> | undefined
  #isFailing = false
  #triesAfterStop = 0

  constructor(needs: AttemptRecorderNeeds, hooks: AttemptRecorderHooks) {
    this.#needs = needs
    this.#hooks = hooks
  }

  add(finished: FinishedAttempt): void {
    this.#waiting.push({ finished, failures: 0, isTriedBefore: false })
    this.#start()
  }

  /**
   * Whether attempts end faster than they can be recorded; then the dispatcher sends nothing more.
   */
  get isBehind(): boolean {
    return this.#isFailing || this.#waiting.length >= attemptsPerCommitMax
  }

  /** The webhooks of the attempts that wait to be written. */
  webhookIds(): readonly string[] {
    return this.#waiting.map(({ finished }) => finished.delivery.webhookId)
  }

  /** The write that is under way; undefined when there is none. */
  get writing(): Promise<void> | undefined {
    return this.#writing
  }

  #start(): void {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined
      // An attempt may have been added while the last batch was being written.
      if (this.#waiting.length > 0 && this.#triesAfterStop < triesAfterStopMax) this.#start()
    })
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0 && this.#triesAfterStop < triesAfterStopMax) {
      await this.#waitForMore()
      const batch = this.#waiting.slice(0, attemptsPerCommitMax)
      const unwritten = (await this.#write(batch)) ? [] : await this.#writeOneByOne(batch)
      this.#isFailing = unwritten.length === batch.length
      this.#waiting = [...this.#waiting.slice(batch.length), ...unwritten]
      if (this.#isFailing) await this.#waitBeforeNextTry()
    }
  }

  async #waitBeforeNextTry(): Promise<void> {
    if (!this.#hooks.stopped.aborted) return this.#elapsed(rewriteDelayMs)
    this.#triesAfterStop += 1
    // Not `clock.after`: its timers do not keep a process alive that is about to end.
    await pause(retryAfterStopMs)
  }

  async #waitForMore(): Promise<void> {
    const until = performance.now() + waitMsMax
    let waiting = 0
    for (let turnsWithout = 0; turnsWithout < turnsWithoutMax; turnsWithout += 1) {
      if (this.#waiting.length >= attemptsPerCommitMax || performance.now() > until) return
      if (this.#waiting.length > waiting) turnsWithout = 0
      waiting = this.#waiting.length
      await turnOfTheLoop()
    }
  }

  /**
   * Returns false when the database refused (a full disk, for example). Then nothing of the batch is written, unless
   * the connection broke at the commit.
   */
  async #write(batch: readonly PendingAttempt[]): Promise<boolean> {
    const { db, log } = this.#needs
    try {
      const finished = batch.map((item) => item.finished)
      const tried = batch.filter(({ isTriedBefore }) => isTriedBefore)
      const triedBefore = new Set(tried.map((item) => item.finished))
      const recorded = await inTransaction(db, (trx) =>
        recordAttempts(this.#needs, trx, finished, triedBefore),
      )
      this.#hooks.onWritten(recorded)
      return true
    } catch (error) {
      log.error('deliveries_write_failed', { count: batch.length }, error)
      for (const item of batch) item.isTriedBefore = true
      return false
    }
  }

  /**
   * Writes a failed batch one attempt at a time, so that one attempt that can never be written does
   * not hold up the others. After `failuresMax` tries the attempt is dropped without a call of
   * `onWritten`, so its delivery is not sent again before the next start. Returns the attempts that
   * are still to be written.
   */
  async #writeOneByOne(batch: readonly PendingAttempt[]): Promise<readonly PendingAttempt[]> {
    const failed: PendingAttempt[] = []
    if (batch.length === 1) return batch
    for (const item of batch) if (!(await this.#write([item]))) failed.push(item)
    if (failed.length === batch.length) return failed
    for (const item of failed) item.failures += 1
    return failed.filter(({ failures }) => failures < failuresMax)
  }

  /** Ends early when `stopped` is aborted: a stop must not wait for a timer. */
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
