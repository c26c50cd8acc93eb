// Sends what is due: shares the slots fairly over the webhooks, hands deliveries to the sender, writes
// what came of them. What is under way is known to this process alone (one server works a folder), so a
// crash leaves nothing to clean up: what has no end in the table is due, and is sent again.

import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { Keyring } from '../crypto/keyring.ts'
import { type Db, inTransaction } from '../db/transaction.ts'
import type { Cancel } from '../kernel/clock.ts'
import { allotSlots, type Target } from './allot-slots.ts'
import type { RecordedAttempt } from './attempt-end.ts'
import type { Lane } from './delivery.ts'
import { EndWriter } from './end-writer.ts'
import type { Exchange } from './exchange.ts'
import { type Outgoing, outgoing } from './outgoing.ts'
import { paceAfter } from './pace.ts'
import type { RecordNeeds } from './record-attempts.ts'
import { type ReadDelivery, type ReadyDelivery, SendQueue, type SendTarget } from './send-queue.ts'
import { raiseUnreadable } from './webhook-health.ts'

export interface DispatcherNeeds extends RecordNeeds {
  readonly db: Db
  readonly keyring: Keyring
  readonly webhookSender: {
    send(request: Outgoing & { readonly signal: AbortSignal }): Promise<Exchange>
  }
}

/** However far the next due delivery is, look this often: other processes write deliveries, too. */
const lookEveryMs = 1_000
export class Dispatcher {
  readonly #needs: DispatcherNeeds
  readonly #queue: SendQueue
  readonly #ends: EndWriter
  readonly #sending = new Set<Promise<void>>()
  readonly #abort = new AbortController()
  readonly #toldUnreadable = new Set<string>()
  #timer: Cancel = () => {}
  #lookedAt = Number.NEGATIVE_INFINITY
  /** Where the next round begins: after those that were served last. */
  #firstInTurn = 0
  #filling: Promise<void> | undefined
  #fillAgain = false
  #stopped = true

  constructor(needs: DispatcherNeeds) {
    this.#needs = needs
    this.#queue = new SendQueue(needs)
    this.#ends = new EndWriter(needs, {
      onWritten: (recorded) => this.#goOn(recorded),
      stopped: this.#abort.signal,
    })
  }

  start(): void {
    this.#stopped = false
    this.#fill()
  }

  /** These webhooks have something to be sent; called after the commit that says so. */
  wake(webhookIds: readonly string[], lane: Lane): void {
    const nowMs = this.#needs.clock.now()
    for (const id of webhookIds) this.#queue.tell(id, lane, nowMs)
    this.#fill()
  }

  /** Resolves when nothing is under way and nothing is due. */
  async idle(): Promise<void> {
    while (this.#filling || this.#ends.writing || this.#sending.size > 0) {
      await Promise.all([this.#filling, this.#ends.writing, ...this.#sending])
    }
  }

  /** Sends nothing more, waits up to `timeoutMs`, breaks off the rest and writes down that it did. */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopped = true
    await this.#filling
    await Promise.race([Promise.all(this.#sending), this.#elapsed(timeoutMs)])
    this.#abort.abort(new Error('stopping'))
    await Promise.all(this.#sending)
    await this.#ends.writing
    this.#timer()
  }

  /** Sends as much as there are slots for. */
  #fill(): void {
    if (this.#stopped) return
    this.#fillAgain = true
    this.#filling ??= this.#fillSlots().finally(() => {
      this.#filling = undefined
      // Asked for while the last round was ending.
      if (this.#fillAgain) this.#fill()
    })
  }

  async #fillSlots(): Promise<void> {
    this.#timer()
    try {
      while (this.#fillAgain && !this.#stopped) {
        // What ends in the same turn of the loop is made up for together.
        await turnOfTheLoop()
        this.#fillAgain = false
        await this.#lookAround()
        // A turn between rounds: ends can be written, and others get on with their work.
        while (await this.#sendRound()) await turnOfTheLoop()
      }
      this.#setTimer()
    } catch (error) {
      // The database refused. Nothing is lost: what was not sent is still due.
      this.#needs.log.error('deliveries_look_failed', {}, error)
      this.#timer = this.#needs.clock.after(lookEveryMs, () => this.#fill())
    }
  }

  async #lookAround(): Promise<void> {
    const nowMs = this.#needs.clock.now()
    if (Math.abs(nowMs - this.#lookedAt) < lookEveryMs) return
    this.#lookedAt = nowMs
    await this.#queue.lookAgain(this.#needs.db.reader)
  }

  /** Whether anything was allotted: then there may be more, from those who used less than their share. */
  async #sendRound(): Promise<boolean> {
    if (this.#stopped || this.#ends.isBehind) return false
    const { clock, db } = this.#needs
    const nowMs = clock.now()
    const targets = this.#queue.targets()
    const first = this.#firstInTurn % Math.max(targets.length, 1)
    const inTurn = [...targets.slice(first), ...targets.slice(0, first)]
    const allotted = allotSlots(inTurn.map(slotsOf), nowMs)
    this.#firstInTurn = first + allotted.length
    const taken: ReadDelivery[] = []
    for (const share of allotted) {
      taken.push(...(await this.#queue.take(db.reader, { ...share, nowMs })))
    }
    const { ready, gone, unreadable } = await this.#queue.check(db.reader, taken)
    for (const one of ready) this.#send(one)
    for (const delivery of gone) {
      const outcome = { kind: 'cancelled', error: 'body_gone' } as const
      this.#ends.add({ delivery, startedAt: nowMs, endedAt: nowMs, outcome })
    }
    for (const webhookId of unreadable) await this.#tellUnreadable(webhookId)
    return allotted.length > 0
  }

  /** Its deliveries wait until somebody rotates the secret, or deletes it. */
  async #tellUnreadable(webhookId: string): Promise<void> {
    if (this.#toldUnreadable.has(webhookId)) return
    this.#toldUnreadable.add(webhookId)
    await inTransaction(this.#needs.db, (trx) => raiseUnreadable(this.#needs, trx, webhookId))
  }

  #send(ready: ReadyDelivery): void {
    const { clock } = this.#needs
    const { delivery } = ready
    const startedAt = clock.now()
    const target = this.#queue.targetOf(delivery.webhookId)
    target.inFlight[delivery.lane] += 1
    const sent = this.#outcomeOf(ready, startedAt).then((outcome) => {
      this.#sending.delete(sent)
      target.inFlight[delivery.lane] -= 1
      target.pace = paceAfter(target.pace, outcome)
      this.#ends.add({ delivery, startedAt, endedAt: clock.now(), outcome })
      this.#fill()
    })
    this.#sending.add(sent)
  }

  async #outcomeOf(ready: ReadyDelivery, nowMs: number): Promise<Exchange> {
    const { webhookSender, log } = this.#needs
    const { delivery, webhook, event } = ready
    const { id: deliveryId, attempt } = delivery
    try {
      const request = outgoing({ webhook, event, deliveryId, attempt, nowMs })
      return await webhookSender.send({ ...request, signal: this.#abort.signal })
    } catch (error) {
      // A bug. The delivery fails like any other, and the process lives.
      log.error('delivery_send_threw', { delivery_id: deliveryId }, error)
      return { kind: 'failed', error: 'connection_failed', durationMs: 0 }
    }
  }

  /** What is to be tried again goes back into the queue; room was made for others in any case. */
  #goOn(recorded: readonly RecordedAttempt[]): void {
    for (const { ended, end } of recorded) {
      const { delivery } = ended
      this.#queue.release(delivery)
      if (end.change.state !== 'pending') continue
      this.#queue.tell(delivery.webhookId, end.change.lane, end.change.dueAt)
    }
    this.#fill()
  }

  #setTimer(): void {
    const nowMs = this.#needs.clock.now()
    let delayMs = lookEveryMs
    for (const { due } of this.#queue.targets()) {
      if (due.retry !== undefined && due.retry > nowMs)
        delayMs = Math.min(delayMs, due.retry - nowMs)
    }
    this.#timer = this.#needs.clock.after(delayMs, () => this.#fill())
  }

  #elapsed(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.#needs.clock.after(delayMs, resolve)
    })
  }
}

/** A webhook as the sharing of slots sees it: what is read ahead is due. */
function slotsOf({ webhookId, pace, due, ahead, inFlight }: SendTarget): Target {
  const dueOf = (lane: Lane) => ahead[lane][0]?.delivery.dueAt ?? due[lane]
  return {
    webhookId,
    cap: pace.cap,
    due: { first: dueOf('first'), retry: dueOf('retry') },
    inFlight,
  }
}
