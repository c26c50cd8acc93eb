// Sends due deliveries: shares the slots (64 requests under way at most) fairly among the webhooks
// whose leases this node holds, hands deliveries to the sender and records the attempts. Only this
// process knows which of its attempts are under way, so a crash leaves nothing to clean up: a
// delivery without a recorded attempt is still due and is sent again.

import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { Appliance } from '../appliance.ts'
import { inTransaction } from '../db/transaction.ts'
import { type Cancel, elapsed } from '../kernel/clock.ts'
import type { Metrics } from '../kernel/metrics.ts'
import { raiseUnreadable } from '../webhooks/webhook-health.ts'
import type { RecordedAttempt } from './attempt-outcome.ts'
import { AttemptRecorder } from './attempt-recorder.ts'
import type { AttemptResponse } from './attempt-response.ts'
import { buildRequest } from './build-request.ts'
import { capAfter } from './concurrency-cap.ts'
import type { DeliveryPriority } from './delivery.ts'
import { type DueEndpoint, type EndpointLeaseNeeds, EndpointLeases } from './endpoint-leases.ts'
import type { RecordAttemptNeeds } from './record-attempts.ts'
import { scheduleSlots, type Target } from './schedule-slots.ts'
import { type ReadyDelivery, SendQueue, type SendTarget } from './send-queue.ts'
import type { WebhookSender } from './sender.ts'

interface DispatcherNeeds
  extends RecordAttemptNeeds,
    EndpointLeaseNeeds,
    Pick<Appliance, 'db' | 'keyring'> {
  readonly config: RecordAttemptNeeds['config'] & EndpointLeaseNeeds['config']
  readonly metrics?: Pick<Metrics, 'attempt'>
  readonly webhookSender: Pick<WebhookSender, 'send'>
}

/** Longest time between two reads of the due times: other processes write deliveries, too. */
const pollEveryMs = 1_000

export class Dispatcher {
  readonly #needs: DispatcherNeeds
  readonly #queue: SendQueue
  readonly #leases: EndpointLeases
  readonly #recorder: AttemptRecorder
  readonly #sending = new Set<Promise<void>>()
  readonly #abort = new AbortController()
  readonly #alertedUnreadable = new Set<string>()
  #timer: Cancel = () => {}
  #polledAt = Number.NEGATIVE_INFINITY
  /** Index of the webhook that the next round serves first: the one after those served last. */
  #firstInTurn = 0
  /** The run that gives out slots, round after round; undefined when nothing is to be sent now. */
  #filling: Promise<void> | undefined
  /** Set during a run: deliveries or slots came after it looked, so it looks again before it ends. */
  #fillAgain = false
  #stopped = true
  /** Only the first failure of a row is logged. */
  #isFailing = false

  constructor(needs: DispatcherNeeds) {
    this.#needs = needs
    this.#queue = new SendQueue(needs)
    this.#leases = new EndpointLeases(needs)
    this.#recorder = new AttemptRecorder(needs, {
      onWritten: (recorded) => this.#onRecorded(recorded),
      stopped: this.#abort.signal,
    })
  }

  start(): void {
    this.#stopped = false
    this.#fill()
  }

  /** Begins nothing more at any endpoint before it has its lease anew. */
  loseLeases(): void {
    this.#leases.forget()
  }

  /**
   * Called after a commit that made deliveries of these webhooks due; of any webhook if the list is empty. Returns
   * whether this node has the leases of all of them, so that no other will send.
   */
  wake(webhookIds: readonly string[], priority: DeliveryPriority): boolean {
    if (webhookIds.length === 0) this.#polledAt = Number.NEGATIVE_INFINITY
    const nowMs = this.#needs.clock.now()
    for (const id of webhookIds) this.#queue.markDue(id, priority, nowMs)
    this.#fill()
    const isOurs = (id: string) => this.#leases.mayBegin(id)
    return !this.#stopped && webhookIds.length > 0 && webhookIds.every(isOurs)
  }

  /** Resolves when no attempt is under way and the last run found nothing more to send. */
  async idle(): Promise<void> {
    while (this.#filling || this.#recorder.writing || this.#sending.size > 0) {
      await Promise.all([this.#filling, this.#recorder.writing, ...this.#sending])
    }
  }

  /**
   * Starts no more attempts, waits up to `timeoutMs` for those under way, then aborts and records
   * the rest.
   */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopped = true
    await this.#filling
    await Promise.race([Promise.all(this.#sending), elapsed(this.#needs.clock, timeoutMs)])
    this.#abort.abort(new Error('stopping'))
    await Promise.all(this.#sending)
    await this.#recorder.writing
    await this.#leases.giveAllBack()
    this.#timer()
  }

  /** Starts as many attempts as there are free slots. */
  #fill(): void {
    if (this.#stopped) return
    this.#fillAgain = true
    this.#filling ??= this.#fillSlots().finally(() => {
      this.#filling = undefined
      // `#fill` was called while the last round was ending.
      if (this.#fillAgain) this.#fill()
    })
  }

  async #fillSlots(): Promise<void> {
    this.#timer()
    try {
      while (this.#fillAgain && !this.#stopped) {
        // Slots that become free in the same turn of the event loop are filled together.
        await turnOfTheLoop()
        this.#fillAgain = false
        await this.#refreshQueue()
        // A turn of the event loop between rounds lets attempts be recorded and other work run.
        while (await this.#sendRound()) await turnOfTheLoop()
      }
      this.#setTimer()
      this.#isFailing = false
    } catch (error) {
      // The database refused. Nothing is lost: unsent deliveries are still due.
      if (!this.#isFailing) this.#needs.log.error('deliveries_look_failed', {}, error)
      this.#isFailing = true
      this.#timer = this.#needs.clock.after(pollEveryMs, () => this.#fill())
    }
  }

  async #refreshQueue(): Promise<void> {
    const nowMs = this.#needs.clock.now()
    if (Math.abs(nowMs - this.#polledAt) < pollEveryMs) return
    this.#polledAt = nowMs
    await this.#queue.refresh(this.#needs.db.reader)
    await this.#leases.keep(this.#busyWebhooks())
    await this.#leases.handOver((id) => this.#queue.targetOf(id).held.size === 0)
  }

  /**
   * Returns whether it gave out slots. Then another round may find more, because a webhook may have
   * used only a part of its share.
   */
  async #sendRound(): Promise<boolean> {
    if (this.#stopped || this.#recorder.isBehind) return false
    const nowMs = this.#needs.clock.now()
    const targets = await this.#targetsOfOurs(nowMs)
    const first = this.#firstInTurn % Math.max(targets.length, 1)
    const inTurn = [...targets.slice(first), ...targets.slice(0, first)]
    const shares = scheduleSlots(inTurn.map(schedulingViewOf), nowMs)
    this.#firstInTurn = first + shares.length
    const { ready, gone, unreadable } = await this.#queue.takeChecked(this.#needs.db, shares, nowMs)
    for (const one of ready) {
      if (this.#leases.mayBegin(one.delivery.webhookId)) this.#send(one)
      else this.#queue.giveBack(one.delivery)
    }
    for (const delivery of gone) {
      const result = { kind: 'cancelled', error: 'body_gone' } as const
      this.#recorder.add({ delivery, startedAt: nowMs, endedAt: nowMs, result })
    }
    for (const webhookId of unreadable) await this.#alertUnreadable(webhookId)
    return shares.length > 0
  }

  /** Returns the webhooks whose attempts are under way or wait to be recorded. */
  #busyWebhooks(): readonly string[] {
    const isSending = ({ inFlight }: SendTarget) => inFlight.first_attempt + inFlight.retry > 0
    const sending = this.#queue.targets().filter(isSending)
    return [
      ...new Set([...sending.map(({ webhookId }) => webhookId), ...this.#recorder.webhookIds()]),
    ]
  }

  /** Returns the webhooks that this node sends to now. */
  async #targetsOfOurs(nowMs: number): Promise<readonly SendTarget[]> {
    const targets = this.#queue.targets()
    await this.#leases.take(targets.flatMap((target) => dueEndpointOf(target, nowMs)))
    return targets.filter(({ webhookId }) => this.#leases.mayBegin(webhookId))
  }

  /**
   * Raises the alert at most once a start of the server; the deliveries stay pending until the secret is
   * rotated or the webhook deleted.
   */
  async #alertUnreadable(webhookId: string): Promise<void> {
    if (this.#alertedUnreadable.has(webhookId)) return
    this.#alertedUnreadable.add(webhookId)
    await inTransaction(this.#needs.db, (trx) => raiseUnreadable(this.#needs, trx, webhookId))
  }

  #send(ready: ReadyDelivery): void {
    const { clock } = this.#needs
    const { delivery } = ready
    const startedAt = clock.now()
    const target = this.#queue.targetOf(delivery.webhookId)
    target.inFlight[delivery.priority] += 1
    const sent = this.#responseOf(ready, startedAt).then((result) => {
      this.#sending.delete(sent)
      target.inFlight[delivery.priority] -= 1
      target.pace = capAfter(target.pace, result)
      this.#recorder.add({ delivery, startedAt, endedAt: clock.now(), result })
      this.#fill()
    })
    this.#sending.add(sent)
  }

  async #responseOf(ready: ReadyDelivery, nowMs: number): Promise<AttemptResponse> {
    const { webhookSender, log } = this.#needs
    const { delivery, webhook, event } = ready
    const { id: deliveryId, attempt } = delivery
    try {
      const request = buildRequest({ webhook, event, deliveryId, attempt, nowMs })
      return await webhookSender.send({ ...request, signal: this.#abort.signal })
    } catch (error) {
      // A bug in our code. The attempt fails like any other, and the process stays up.
      log.error('delivery_send_threw', { delivery_id: deliveryId }, error)
      return { kind: 'failed', error: 'connection_failed', durationMs: 0 }
    }
  }

  /** Returns deliveries that will be retried to the queue and fills the slots that became free. */
  #onRecorded(recorded: readonly RecordedAttempt[]): void {
    for (const { finished, outcome } of recorded) {
      const { delivery } = finished
      this.#measure(finished, outcome)
      this.#queue.release(delivery)
      if (outcome.change.state !== 'pending') continue
      this.#queue.markDue(delivery.webhookId, outcome.change.priority, outcome.change.dueAt)
    }
    this.#fill()
  }

  #measure(
    { delivery, endedAt }: RecordedAttempt['finished'],
    { change, attempt }: RecordedAttempt['outcome'],
  ): void {
    if (attempt === undefined || change.state === 'cancelled') return
    const result = change.state === 'pending' ? 'retry' : change.state
    const { id: deliveryId, eventId, webhookId } = delivery
    const ids = { deliveryId, eventId, webhookId }
    this.#needs.metrics?.attempt({ result, durationMs: attempt.durationMs, endedAt, ...ids })
  }

  #setTimer(): void {
    const nowMs = this.#needs.clock.now()
    let delayMs = pollEveryMs
    for (const { due } of this.#queue.targets()) {
      if (due.retry !== undefined && due.retry > nowMs)
        delayMs = Math.min(delayMs, due.retry - nowMs)
    }
    this.#timer = this.#needs.clock.after(delayMs, () => this.#fill())
  }
}

/** Returns the webhook if deliveries of it are due now, apart from those under way. */
function dueEndpointOf({ webhookId, due, ahead }: SendTarget, nowMs: number): DueEndpoint[] {
  const dueSince = Math.min(
    ahead.first_attempt[0]?.delivery.dueAt ?? due.first_attempt ?? Number.POSITIVE_INFINITY,
    ahead.retry[0]?.delivery.dueAt ?? due.retry ?? Number.POSITIVE_INFINITY,
  )
  const isDueNow = due.first_attempt !== undefined || dueSince <= nowMs
  return isDueNow ? [{ webhookId, dueSince }] : []
}

/** The input of `scheduleSlots` for one webhook; deliveries that were read ahead are due. */
function schedulingViewOf({ webhookId, pace, due, ahead, inFlight }: SendTarget): Target {
  const dueOf = (priority: DeliveryPriority) => ahead[priority][0]?.delivery.dueAt ?? due[priority]
  return {
    webhookId,
    cap: pace.cap,
    due: { first_attempt: dueOf('first_attempt'), retry: dueOf('retry') },
    inFlight,
  }
}
