// Sends what is due: shares the slots fairly over the webhooks, hands deliveries to the sender, writes
// what came of them. What is under way is known to this process alone (one server works a folder), so a
// crash leaves nothing to clean up: what has no end in the table is due, and is sent again.

import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { Keyring } from '../crypto/keyring.ts'
import type { Db } from '../db/transaction.ts'
import type { Cancel } from '../kernel/clock.ts'
import { allotSlots, type Target } from './allot-slots.ts'
import type { Lane } from './delivery.ts'
import { EndWriter } from './end-writer.ts'
import type { Exchange } from './exchange.ts'
import { type Outgoing, outgoing } from './outgoing.ts'
import { paceAfter } from './pace.ts'
import type { RecordedAttempt, RecordNeeds } from './record-attempts.ts'
import { type ReadyDelivery, SendQueue, type SendTarget } from './send-queue.ts'

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
  #timer: Cancel = () => {}
  #lookedAt = Number.NEGATIVE_INFINITY
  #turnsServed = 0
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
        while (await this.#sendRound());
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
    this.#turnsServed += 1
    const first = this.#turnsServed % Math.max(targets.length, 1)
    const inTurn = [...targets.slice(first), ...targets.slice(0, first)]
    const allotted = allotSlots(inTurn.map(slotsOf), nowMs)
    for (const share of allotted) {
      const ready = await this.#queue.take(db.reader, { ...share, nowMs })
      for (const one of ready) this.#send(one)
    }
    return allotted.length > 0
  }

  #send({ delivery, webhook, event }: ReadyDelivery): void {
    const { clock, webhookSender } = this.#needs
    const startedAt = clock.now()
    const body = event?.body
    if (!webhook?.active || !event || !body) {
      const error = webhook?.active ? ('body_gone' as const) : undefined
      const outcome = { kind: 'cancelled', error } as const
      this.#ends.add({ delivery, startedAt, endedAt: startedAt, outcome })
      return
    }
    const { id: deliveryId, attempt, lane, webhookId } = delivery
    const message = { webhook, event: { ...event, body }, deliveryId, attempt, nowMs: startedAt }
    const target = this.#queue.targetOf(webhookId)
    target.inFlight[lane] += 1
    const request = { ...outgoing(message), signal: this.#abort.signal }
    const sent = webhookSender.send(request).then((outcome) => {
      this.#sending.delete(sent)
      target.inFlight[lane] -= 1
      target.pace = paceAfter(target.pace, outcome)
      this.#ends.add({ delivery, startedAt, endedAt: clock.now(), outcome })
      this.#fill()
    })
    this.#sending.add(sent)
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
    const times = this.#queue.targets().flatMap(({ due }) => [due.first, due.retry])
    const coming = times.filter((time) => time !== undefined && time > nowMs).map(Number)
    const delayMs = Math.min(Math.min(...coming) - nowMs, lookEveryMs)
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
