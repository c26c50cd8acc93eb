// What waits to be sent, webhook by webhook, as the dispatcher holds it in memory: when each lane is due,
// a few deliveries read ahead and opened, and how much is under way.

import type { Keyring } from '../crypto/keyring.ts'
import type { Reader } from '../db/transaction.ts'
import { type OpenedEvent, openBodies } from '../events/open-bodies.ts'
import type { Lane } from './delivery.ts'
import {
  type DueDelivery,
  type DueTimes,
  findNextDue,
  listDueDeliveries,
  listDueTimes,
} from './delivery-queue-store.ts'
import { createOpenedWebhooks, type OpenedWebhooks } from './opened-webhooks.ts'
import { capMax, type Pace, startingPace } from './pace.ts'
import type { OpenedWebhook } from './webhook.ts'

/** A delivery with everything that sending it takes. */
export interface ReadyDelivery {
  readonly delivery: DueDelivery
  /** undefined when it was deleted, or its secrets do not open. */
  readonly webhook: OpenedWebhook | undefined
  readonly event: OpenedEvent | undefined
}

/** One webhook and what waits for it. */
export interface SendTarget {
  readonly webhookId: string
  pace: Pace
  /** What waits in the table, beside what is held here. */
  due: DueTimes
  /** Counts what was told, so that an older look at the table never overrules it. */
  told: number
  readonly ahead: Record<Lane, readonly ReadyDelivery[]>
  readonly inFlight: Record<Lane, number>
}

/** Events that stay open, for the other webhooks that are told of them, until the next look. */
const openEventsMax = 256

/** Opened at one go for a receiver that keeps up; a slow one is read for as it goes. */
const readAheadMax = 32

export class SendQueue {
  readonly #needs: { readonly keyring: Keyring }
  readonly #opened: OpenedWebhooks
  readonly #targets = new Map<string, SendTarget>()
  /** Deliveries in our hands, by webhook: read ahead, under way, or with an end that is not written yet. */
  readonly #held = new Map<string, Set<string>>()
  readonly #openEvents = new Map<string, OpenedEvent>()

  constructor(needs: { readonly keyring: Keyring }) {
    this.#needs = needs
    this.#opened = createOpenedWebhooks(needs)
  }

  targets(): readonly SendTarget[] {
    return [...this.#targets.values()]
  }

  targetOf(webhookId: string): SendTarget {
    const known = this.#targets.get(webhookId)
    if (known) return known
    const target: SendTarget = {
      webhookId,
      pace: startingPace,
      due: { first: undefined, retry: undefined },
      told: 0,
      ahead: { first: [], retry: [] },
      inFlight: { first: 0, retry: 0 },
    }
    this.#targets.set(webhookId, target)
    return target
  }

  /** There is something to be sent from this instant on. */
  tell(webhookId: string, lane: Lane, dueAt: number): void {
    const target = this.targetOf(webhookId)
    target.due = { ...target.due, [lane]: Math.min(target.due[lane] ?? dueAt, dueAt) }
    target.told += 1
  }

  /**
   * Puts back what was read ahead, in case it changed, and looks at the table, where other processes
   * write, too.
   */
  async lookAgain(db: Reader): Promise<void> {
    this.#openEvents.clear()
    for (const { webhookId, ahead } of this.targets()) {
      for (const lane of ['first', 'retry'] as const) {
        for (const { delivery } of ahead[lane]) this.#heldOf(webhookId).delete(delivery.id)
        ahead[lane] = []
      }
    }
    const told = new Map(this.targets().map((target) => [target.webhookId, target.told]))
    for (const [id, due] of await listDueTimes(db)) {
      const target = this.targetOf(id)
      // What was told while we looked may not have been there to be seen.
      if (target.told === (told.get(id) ?? 0)) target.due = due
    }
  }

  /** Takes up to `limit` deliveries out, reading on in the table where that is needed. */
  async take(
    db: Reader,
    wanted: {
      readonly webhookId: string
      readonly lane: Lane
      readonly limit: number
      readonly nowMs: number
    },
  ): Promise<readonly ReadyDelivery[]> {
    const target = this.targetOf(wanted.webhookId)
    const { lane, limit, nowMs } = wanted
    const isMoreDue = (target.due[lane] ?? Number.POSITIVE_INFINITY) <= nowMs
    if (target.ahead[lane].length < limit && isMoreDue) await this.#readAhead(db, target, wanted)
    const taken = target.ahead[lane].slice(0, limit)
    target.ahead[lane] = target.ahead[lane].slice(limit)
    return taken
  }

  /** Its end is written: the table alone says what becomes of it. */
  release({ webhookId, id }: DueDelivery): void {
    this.#heldOf(webhookId).delete(id)
  }

  async #readAhead(
    db: Reader,
    target: SendTarget,
    { lane, nowMs }: { readonly lane: Lane; readonly nowMs: number },
  ): Promise<void> {
    const { webhookId, told, pace } = target
    const held = this.#heldOf(webhookId)
    // As it was before the look: what is let go of meanwhile may be listed as it was before its end.
    const heldBefore = new Set(held)
    // What we hold stands first in the table until its end is written.
    const limit = held.size + (pace.cap === capMax ? readAheadMax : pace.cap)
    const listed = await listDueDeliveries(db, { webhookId, lane, nowMs, limit })
    const fresh = listed.filter(({ id }) => !heldBefore.has(id))
    const ready = await this.#open(db, webhookId, fresh)
    for (const { id } of fresh) held.add(id)
    target.ahead[lane] = [...target.ahead[lane], ...ready]
    if (listed.length === limit) return
    const next = await findNextDue(db, { webhookId, lane, nowMs })
    if (target.told === told) target.due = { ...target.due, [lane]: next }
  }

  async #open(
    db: Reader,
    webhookId: string,
    deliveries: readonly DueDelivery[],
  ): Promise<readonly ReadyDelivery[]> {
    if (deliveries.length === 0) return []
    const webhook = (await this.#opened.read(db, [webhookId])).get(webhookId)
    await this.#openEventsOf(db, deliveries)
    return deliveries.map((delivery) => ({
      delivery,
      webhook,
      event: this.#openEvents.get(delivery.eventId),
    }))
  }

  async #openEventsOf(db: Reader, deliveries: readonly DueDelivery[]): Promise<void> {
    if (this.#openEvents.size > openEventsMax) this.#openEvents.clear()
    const ids = deliveries.map(({ eventId }) => eventId)
    const unopened = ids.filter((id) => !this.#openEvents.has(id))
    if (unopened.length === 0) return
    for (const [id, event] of await openBodies(this.#needs, db, unopened)) {
      this.#openEvents.set(id, event)
    }
  }

  #heldOf(webhookId: string): Set<string> {
    const known = this.#held.get(webhookId) ?? new Set()
    this.#held.set(webhookId, known)
    return known
  }
}
