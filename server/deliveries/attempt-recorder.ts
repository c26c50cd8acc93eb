// Writes finished attempts to the database. It writes soon, because an attempt that is not recorded
// is made again after a crash, and writes many in one transaction when many end at once.

import { setTimeout as pause, setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { Appliance } from '../appliance.ts'
import { meetsLockedRows, storageTroubleOf } from '../db/storage-trouble.ts'
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

/** After so many refusals of an attempt others are sent, to see whether these can be written, */
const refusalsMax = 3
/** and when so often others could, it is dropped. */
const passesMax = 3

interface PendingAttempt {
  readonly finished: FinishedAttempt
  /** How often a write of this attempt alone failed, or of one beside it that waits for the same lock, */
  refusals: number
  /** and how often the database refused it for good while others were written. */
  passes: number
  /** Whether a write was reported as failed. Its commit may have succeeded all the same. */
  isTriedBefore: boolean
}

/**
 * - `trouble`: nothing at all can be stored (a full disk, for example).
 * - `locked`: rows of the webhook were not free in time.
 * - `refused`: the database took nothing of it, for another reason.
 */
type WriteEnd = 'written' | 'locked' | 'refused' | 'trouble'

interface Unwritten {
  readonly kept: readonly PendingAttempt[]
  readonly refused: readonly PendingAttempt[]
}

const nothingUnwritten: Unwritten = { kept: [], refused: [] }

/** A round ends after waits for the rows of so many webhooks: each takes seconds, and a stop waits for the round. */
const lockedMax = 2

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
    this.#waiting.push({ finished, refusals: 0, passes: 0, isTriedBefore: false })
    this.#start()
  }

  /**
   * Whether attempts end faster than they can be recorded; then the dispatcher sends nothing more. Where all that wait
   * are refused again and again, a few more are sent: only their writes tell whether the database refuses everything.
   */
  get isBehind(): boolean {
    if (this.#waiting.length >= attemptsPerCommitMax) return true
    return this.#isFailing && this.#waiting.some(({ refusals }) => refusals < refusalsMax)
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
      const { kept, refused } = await this.#writeOrKeep(batch)
      this.#isFailing = kept.length + refused.length === batch.length
      const again = this.#isFailing ? refused : this.#withoutHopeless(refused)
      this.#waiting = [...this.#waiting.slice(batch.length), ...kept, ...again]
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
   * Writes all of the batch, or else one attempt at a time, so that one that can never be written, or whose row is
   * locked, does not hold up the others. Returns the attempts that are still to be written: only of those that were
   * `refused` is it known that waiting does not help.
   */
  async #writeOrKeep(batch: readonly PendingAttempt[]): Promise<Unwritten> {
    const end = await this.#write(batch)
    if (end === 'written') return nothingUnwritten
    if (end === 'trouble') return { kept: batch, refused: [] }
    const ends = new Map<PendingAttempt, WriteEnd>()
    const locked = new Set<string>()
    for (const item of batch) {
      const { webhookId } = item.finished.delivery
      // Each would wait for the lock anew.
      if (locked.has(webhookId)) continue
      const alone = batch.length === 1 ? end : await this.#write([item])
      if (alone === 'locked') locked.add(webhookId)
      ends.set(item, alone)
      if (alone === 'trouble' || locked.size === lockedMax) break
    }
    for (const item of batch) {
      const isLocked = locked.has(item.finished.delivery.webhookId)
      if (isLocked || ends.get(item) === 'refused') item.refusals += 1
    }
    const endingIn = (...some: (WriteEnd | undefined)[]) =>
      batch.filter((item) => some.includes(ends.get(item)))
    // Those that were left out come first the next time: perhaps only one of them is locked.
    const kept = [...endingIn(undefined), ...endingIn('trouble', 'locked')]
    return { kept, refused: endingIn('refused') }
  }

  /**
   * Then nothing of the batch is written but where `written` is returned, unless the connection broke at the commit.
   */
  async #write(batch: readonly PendingAttempt[]): Promise<WriteEnd> {
    const { db, log } = this.#needs
    const tried = batch.filter(({ isTriedBefore }) => isTriedBefore)
    try {
      const finished = batch.map((item) => item.finished)
      const triedBefore = new Set(tried.map((item) => item.finished))
      const recorded = await inTransaction(db, (trx) =>
        recordAttempts(this.#needs, trx, finished, triedBefore),
      )
      this.#hooks.onWritten(recorded)
      return 'written'
    } catch (error) {
      const isNew = tried.length < batch.length
      if (isNew) log.error('deliveries_write_failed', { count: batch.length }, error)
      for (const item of batch) item.isTriedBefore = true
      if (meetsLockedRows(error)) return 'locked'
      return storageTroubleOf(error) === undefined ? 'refused' : 'trouble'
    }
  }

  /**
   * Takes attempts that were refused alone while others were written. Those that are dropped end without a call of
   * `onWritten`, so their deliveries are not sent again before the next start.
   */
  #withoutHopeless(refused: readonly PendingAttempt[]): readonly PendingAttempt[] {
    for (const item of refused) item.passes += 1
    for (const { finished, passes } of refused) {
      if (passes < passesMax) continue
      const { id, webhookId, eventId, attempt } = finished.delivery
      const ids = { delivery_id: id, webhook_id: webhookId, event_id: eventId }
      this.#needs.log.error('delivery_attempt_dropped', { ...ids, attempt })
    }
    return refused.filter(({ passes }) => passes < passesMax)
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
