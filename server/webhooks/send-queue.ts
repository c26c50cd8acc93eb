// What waits to be sent, webhook by webhook, as the dispatcher holds it in memory: when each lane is due,
// a few deliveries read ahead and opened, and how much is under way.

import type { Keyring } from '../crypto/keyring.ts'
import type { Reader } from '../db/transaction.ts'
import { type OpenedEvent, openBodies, stillKept } from '../events/open-bodies.ts'
import { isDue } from './allot-slots.ts'
import type { Lane } from './delivery.ts'
import {
  type DueDelivery,
  type DueTimes,
  findNextRetry,
  listDueDeliveries,
  listDueTimes,
} from './delivery-queue-store.ts'
import { createOpenedWebhooks, type OpenedWebhooks } from './opened-webhooks.ts'
import { capMax, type Pace, startingPace } from './pace.ts'
import type { OpenedWebhook } from './webhook.ts'

/** A delivery that was read ahead, with its event opened. */
export interface ReadDelivery {
  readonly delivery: DueDelivery
  readonly event: OpenedEvent | undefined
}

/** A delivery with everything that sending it takes, as it stands at this moment. */
export interface ReadyDelivery {
  readonly delivery: DueDelivery
  readonly webhook: OpenedWebhook
  readonly event: OpenedEvent & { readonly body: Buffer }
}

/** What came of a look at deliveries just before they are sent. */
export interface Checked {
  readonly ready: readonly ReadyDelivery[]
  /** Their event has no body any more. */
  readonly gone: readonly DueDelivery[]
  /** Webhooks whose secrets do not open. */
  readonly unreadable: readonly string[]
}

/** One webhook and what waits for it. */
export interface SendTarget {
  readonly webhookId: string
  pace: Pace
  /** What waits in the table, beside what is held here. */
  due: DueTimes
  /** Counts what was told, so that an older look at the table never overrules it. */
  readonly told: Record<Lane, number>
  readonly ahead: Record<Lane, readonly ReadDelivery[]>
  readonly inFlight: Record<Lane, number>
  /** Deliveries in our hands: read ahead, under way, or with an end that is not written yet. */
  readonly held: Set<string>
}

const lanes = ['first', 'retry'] as const
const nothingDue: DueTimes = { first: undefined, retry: undefined }

/** Events that stay open, for the other webhooks that are told of them, until the next look. */
const openEventsMax = 256
/** Opened at one go for a receiver that keeps up; a slow one is read for as it goes. */
const readAheadMax = 32

export class SendQueue {
  readonly #needs: { readonly keyring: Keyring }
  readonly #opened: OpenedWebhooks
  readonly #targets = new Map<string, SendTarget>()
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
      due: nothingDue,
      told: { first: 0, retry: 0 },
      ahead: { first: [], retry: [] },
      inFlight: { first: 0, retry: 0 },
      held: new Set(),
    }
    this.#targets.set(webhookId, target)
    return target
  }

  /** There is something to be sent from this instant on. */
  tell(webhookId: string, lane: Lane, dueAt: number): void {
    const target = this.targetOf(webhookId)
    target.due = { ...target.due, [lane]: Math.min(target.due[lane] ?? dueAt, dueAt) }
    target.told[lane] += 1
  }

  /**
   * Puts back what was read ahead, in case it changed, looks at the table, where other processes write,
   * too, and forgets the webhooks that are not active any more.
   */
  async lookAgain(db: Reader): Promise<void> {
    this.#openEvents.clear()
    for (const target of this.targets()) putBack(target)
    const told = new Map(this.targets().map(({ webhookId, told }) => [webhookId, { ...told }]))
    const times = await listDueTimes(db)
    for (const [id, due] of times) {
      const target = this.targetOf(id)
      for (const lane of lanes) {
        // What was told while we looked may not have been there to be seen.
        const isNewer = target.told[lane] !== (told.get(id)?.[lane] ?? 0)
        if (!isNewer) target.due = { ...target.due, [lane]: due[lane] }
      }
    }
    for (const { webhookId, held } of this.targets()) {
      if (!times.has(webhookId) && held.size === 0) this.#targets.delete(webhookId)
    }
    this.#opened.keepOnly(new Set(this.#targets.keys()))
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
  ): Promise<readonly ReadDelivery[]> {
    const target = this.targetOf(wanted.webhookId)
    const { lane, limit, nowMs } = wanted
    const isMoreDue = isDue(lane, target.due, nowMs)
    if (target.ahead[lane].length < limit && isMoreDue) await this.#readAhead(db, target, wanted)
    const taken = target.ahead[lane].slice(0, limit)
    target.ahead[lane] = target.ahead[lane].slice(limit)
    return taken
  }

  /**
   * Looks once more just before sending: what was deactivated, deleted, rotated or erased in the
   * meantime counts. Nothing may be awaited between this and the sending.
   */
  async check(db: Reader, taken: readonly ReadDelivery[]): Promise<Checked> {
    const ready: ReadyDelivery[] = []
    const gone: DueDelivery[] = []
    const unreadable = new Set<string>()
    if (taken.length === 0) return { ready, gone, unreadable: [] }
    const kept = await stillKept(db, [...new Set(taken.map(({ delivery }) => delivery.eventId))])
    const ids = [...new Set(taken.map(({ delivery }) => delivery.webhookId))]
    const webhooks = await this.#opened.read(db, ids)
    for (const { delivery, event } of taken) {
      const webhook = webhooks.get(delivery.webhookId)
      const body = kept.has(delivery.eventId) ? event?.body : undefined
      if (webhook === 'unreadable') unreadable.add(delivery.webhookId)
      if (webhook === undefined || webhook === 'unreadable' || !webhook.active) {
        this.#rest(delivery)
      } else if (event === undefined || body === undefined) {
        gone.push(delivery)
      } else {
        ready.push({ delivery, webhook, event: { ...event, body } })
      }
    }
    return { ready, gone, unreadable: [...unreadable] }
  }

  /** Its end is written: the table alone says what becomes of it. */
  release({ webhookId, id }: DueDelivery): void {
    this.targetOf(webhookId).held.delete(id)
  }

  /** Nothing can be sent to this webhook; whether that has changed is seen at the next look. */
  #rest(delivery: DueDelivery): void {
    const target = this.targetOf(delivery.webhookId)
    target.held.delete(delivery.id)
    putBack(target)
    target.due = nothingDue
  }

  async #readAhead(
    db: Reader,
    target: SendTarget,
    { lane, nowMs }: { readonly lane: Lane; readonly nowMs: number },
  ): Promise<void> {
    const { webhookId, pace, held } = target
    const told = target.told[lane]
    // As it was before the look: what is let go of meanwhile may be listed as it was before its end.
    const heldBefore = new Set(held)
    // What we hold stands first in the table until its end is written.
    const limit = held.size + (pace.cap === capMax ? readAheadMax : pace.cap)
    const listed = await listDueDeliveries(db, { webhookId, lane, nowMs, limit })
    const fresh = listed.filter(({ id }) => !heldBefore.has(id))
    await this.#openEventsOf(db, fresh)
    for (const { id } of fresh) held.add(id)
    const read = fresh.map((delivery) => ({
      delivery,
      event: this.#openEvents.get(delivery.eventId),
    }))
    target.ahead[lane] = [...target.ahead[lane], ...read]
    if (listed.length === limit) return
    const next = lane === 'retry' ? await findNextRetry(db, { webhookId, nowMs }) : undefined
    if (target.told[lane] === told) target.due = { ...target.due, [lane]: next }
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
}

/** What was read ahead is back where it was: in the table. */
function putBack({ ahead, held }: SendTarget): void {
  for (const lane of lanes) {
    for (const { delivery } of ahead[lane]) held.delete(delivery.id)
    ahead[lane] = []
  }
}
