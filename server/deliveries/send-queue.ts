// The dispatcher's queue in memory, one entry for each webhook: when each priority is due, a few
// deliveries read ahead with decrypted bodies, and how many attempts are under way.

import type { Keyring } from '../crypto/keyring.ts'
import type { Db, Reader } from '../db/transaction.ts'
import { type DecryptedEvent, decryptBodies, listSendable } from '../events/decrypt-bodies.ts'
import type { OpenedWebhook } from '../webhooks/webhook.ts'
import { createWebhookCache, type WebhookCache } from '../webhooks/webhook-cache.ts'
import { type ConcurrencyCap, capMax, startingCap } from './concurrency-cap.ts'
import type { DeliveryPriority } from './delivery.ts'
import {
  type DueDelivery,
  type DueTimes,
  findNextRetry,
  listDueDeliveries,
  listDueTimes,
} from './delivery-queue-store.ts'
import { isDue, type SlotShare } from './schedule-slots.ts'

/** A delivery that was read ahead, with its decrypted event. */
interface ReadDelivery {
  readonly delivery: DueDelivery
  readonly event: DecryptedEvent | undefined
  /** Resolves once what was read is on disk. */
  readonly onDisk: Promise<void>
}

type QueueDb = Pick<Db, 'reader' | 'synced'>

/** A delivery with everything that sending it needs, as read just before sending. */
export interface ReadyDelivery {
  readonly delivery: DueDelivery
  readonly webhook: OpenedWebhook
  readonly event: DecryptedEvent & { readonly body: Buffer }
}

/** The result of the check just before deliveries are sent. */
interface Checked {
  readonly ready: readonly ReadyDelivery[]
  /** Deliveries whose event has no body any more. */
  readonly gone: readonly DueDelivery[]
  /** Ids of webhooks whose secrets do not open. */
  readonly unreadable: readonly string[]
}

/** One webhook and its deliveries in the queue. */
export interface SendTarget {
  readonly webhookId: string
  pace: ConcurrencyCap
  /** When deliveries in the table are due, apart from those in `held`. */
  due: DueTimes
  /**
   * Number of calls of `markDue`, so that an older read of the table never overwrites a newer due
   * time.
   */
  readonly marks: Record<DeliveryPriority, number>
  readonly ahead: Record<DeliveryPriority, readonly ReadDelivery[]>
  /** The last one that was read ahead, if all before it are in `held`: the next read begins behind it. */
  readonly readUntil: Record<DeliveryPriority, DueDelivery | undefined>
  readonly inFlight: Record<DeliveryPriority, number>
  /**
   * Ids of the deliveries that this process is handling: read ahead, under way, or not recorded
   * yet.
   */
  readonly held: Set<string>
}

const priorities = ['first_attempt', 'retry'] as const
const nothingDue: DueTimes = { first_attempt: undefined, retry: undefined }

/**
 * Decrypted events kept until the next refresh, because several webhooks may receive the same
 * event.
 */
const openEventsMax = 256
/** Deliveries read ahead for a receiver at full pace; for a slower one as many as its cap. */
const readAheadMax = 32

export class SendQueue {
  readonly #needs: { readonly keyring: Keyring }
  readonly #opened: WebhookCache
  readonly #targets = new Map<string, SendTarget>()
  readonly #openEvents = new Map<string, DecryptedEvent>()

  constructor(needs: { readonly keyring: Keyring }) {
    this.#needs = needs
    this.#opened = createWebhookCache(needs)
  }

  targets(): readonly SendTarget[] {
    return [...this.#targets.values()]
  }

  targetOf(webhookId: string): SendTarget {
    const known = this.#targets.get(webhookId)
    if (known) return known
    const target: SendTarget = {
      webhookId,
      pace: startingCap,
      due: nothingDue,
      marks: { first_attempt: 0, retry: 0 },
      ahead: { first_attempt: [], retry: [] },
      readUntil: { first_attempt: undefined, retry: undefined },
      inFlight: { first_attempt: 0, retry: 0 },
      held: new Set(),
    }
    this.#targets.set(webhookId, target)
    return target
  }

  /** Records that a delivery of this webhook is due at `dueAt` (milliseconds). */
  markDue(webhookId: string, priority: DeliveryPriority, dueAt: number): void {
    const target = this.targetOf(webhookId)
    target.due = { ...target.due, [priority]: Math.min(target.due[priority] ?? dueAt, dueAt) }
    target.marks[priority] += 1
    target.readUntil[priority] = undefined
  }

  /**
   * Reads the due times again, because other processes write deliveries, too. Also drops the deliveries
   * read ahead, in case they changed, and forgets webhooks that are no longer active.
   */
  async refresh(db: Reader): Promise<void> {
    this.#openEvents.clear()
    for (const target of this.targets()) dropReadAhead(target)
    const marks = new Map(this.targets().map(({ webhookId, marks }) => [webhookId, { ...marks }]))
    const times = await listDueTimes(db)
    for (const [id, due] of times) {
      const target = this.targetOf(id)
      for (const priority of priorities) {
        // A delivery marked due during the read may not have been visible to it.
        const isNewer = target.marks[priority] !== (marks.get(id)?.[priority] ?? 0)
        if (!isNewer) target.due = { ...target.due, [priority]: due[priority] }
      }
    }
    for (const { webhookId, held } of this.targets()) {
      if (!times.has(webhookId) && held.size === 0) this.#targets.delete(webhookId)
    }
    this.#opened.keepOnly(new Set(this.#targets.keys()))
  }

  /** Takes and checks what is in the shares. If the database fails, all stays as it was, to be read again. */
  async takeChecked(db: QueueDb, shares: readonly SlotShare[], nowMs: number): Promise<Checked> {
    const taken: ReadDelivery[] = []
    try {
      for (const share of shares) taken.push(...(await this.#take(db, { ...share, nowMs })))
      // No event is sent that a power cut may still take. Later commits, such as those of attempts, do not change it.
      await Promise.all(new Set(taken.map(({ onDisk }) => onDisk)))
      return await this.check(db.reader, taken)
    } catch (error) {
      for (const { delivery } of taken) this.giveBack(delivery)
      throw error
    }
  }

  /**
   * Returns up to `limit` deliveries and removes them from those read ahead, reading more from the
   * table when needed.
   */
  async #take(
    db: QueueDb,
    wanted: SlotShare & { readonly nowMs: number },
  ): Promise<readonly ReadDelivery[]> {
    const target = this.targetOf(wanted.webhookId)
    const { priority, limit, nowMs } = wanted
    const isMoreDue = isDue(priority, target.due, nowMs)
    if (target.ahead[priority].length < limit && isMoreDue)
      await this.#readAhead(db, target, wanted)
    const taken = target.ahead[priority].slice(0, limit)
    target.ahead[priority] = target.ahead[priority].slice(limit)
    return taken
  }

  /**
   * Checks deliveries once more just before they are sent, because the webhook may have been
   * deactivated, deleted or rotated, or the event erased. There must be no `await` between this
   * check and the sending.
   */
  async check(db: Reader, taken: readonly ReadDelivery[]): Promise<Checked> {
    const ready: ReadyDelivery[] = []
    const gone: DueDelivery[] = []
    const unreadable = new Set<string>()
    if (taken.length === 0) return { ready, gone, unreadable: [] }
    const sendable = await listSendable(db, [
      ...new Set(taken.map(({ delivery }) => delivery.eventId)),
    ])
    const ids = [...new Set(taken.map(({ delivery }) => delivery.webhookId))]
    const webhooks = await this.#opened.read(db, ids)
    for (const { delivery, event } of taken) {
      const webhook = webhooks.get(delivery.webhookId)
      const body = sendable.has(delivery.eventId) ? event?.body : undefined
      if (webhook === 'unreadable') unreadable.add(delivery.webhookId)
      if (webhook === undefined || webhook === 'unreadable' || !webhook.active) {
        this.#pause(delivery)
      } else if (event === undefined || body === undefined) {
        gone.push(delivery)
      } else {
        ready.push({ delivery, webhook, event: { ...event, body } })
      }
    }
    return { ready, gone, unreadable: [...unreadable] }
  }

  /**
   * Called when the attempt is recorded: from here on the table alone says when the delivery is
   * due.
   */
  release({ webhookId, id }: DueDelivery): void {
    this.targetOf(webhookId).held.delete(id)
  }

  /** Called instead where no attempt is made after all: the delivery is read again. */
  giveBack(delivery: DueDelivery): void {
    this.release(delivery)
    this.markDue(delivery.webhookId, delivery.priority, delivery.dueAt)
  }

  /** Stops sending to a webhook that cannot be sent to, until the next refresh. */
  #pause(delivery: DueDelivery): void {
    const target = this.targetOf(delivery.webhookId)
    target.held.delete(delivery.id)
    dropReadAhead(target)
    target.due = nothingDue
  }

  async #readAhead(
    db: QueueDb,
    target: SendTarget,
    { priority, nowMs }: { readonly priority: DeliveryPriority; readonly nowMs: number },
  ): Promise<void> {
    const { webhookId, pace, held } = target
    const marks = target.marks[priority]
    const after = target.readUntil[priority]
    // A copy from before the read: a delivery released during the read may be listed with its old
    // state.
    const heldBefore = new Set(held)
    // The deliveries in `held` come first in the table until they are recorded.
    const passed = after === undefined ? held.size : 0
    const limit = passed + (pace.cap === capMax ? readAheadMax : pace.cap)
    const listed = await listDueDeliveries(db.reader, { webhookId, priority, nowMs, after, limit })
    const fresh = listed.filter(({ id }) => !heldBefore.has(id))
    await this.#openEventsOf(db.reader, fresh)
    const onDisk = db.synced()
    // Whoever takes a delivery meets the error; those that are dropped before need not.
    onDisk.catch(() => undefined)
    for (const { id } of fresh) held.add(id)
    const read = fresh.map((delivery) => ({
      delivery,
      event: this.#openEvents.get(delivery.eventId),
      onDisk,
    }))
    target.ahead[priority] = [...target.ahead[priority], ...read]
    if (target.marks[priority] === marks) target.readUntil[priority] = listed.at(-1) ?? after
    if (listed.length === limit) return
    const next =
      priority === 'retry' ? await findNextRetry(db.reader, { webhookId, nowMs }) : undefined
    if (target.marks[priority] === marks) target.due = { ...target.due, [priority]: next }
  }

  async #openEventsOf(db: Reader, deliveries: readonly DueDelivery[]): Promise<void> {
    if (this.#openEvents.size > openEventsMax) this.#openEvents.clear()
    const ids = deliveries.map(({ eventId }) => eventId)
    const unopened = ids.filter((id) => !this.#openEvents.has(id))
    if (unopened.length === 0) return
    for (const [id, event] of await decryptBodies(this.#needs, db, unopened)) {
      this.#openEvents.set(id, event)
    }
  }
}

/** Drops the deliveries read ahead; they are still pending in the table. */
function dropReadAhead({ ahead, held, readUntil }: SendTarget): void {
  for (const priority of priorities) {
    for (const { delivery } of ahead[priority]) held.delete(delivery.id)
    ahead[priority] = []
    readUntil[priority] = undefined
  }
}
