// Sends a synthetic event to a webhook, once, on the way that every event takes (specification 4.6), and
// tells how that went. Written down afterwards, all of it or nothing.

import type { AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Alongside, nothingAlongside } from '../db/alongside.ts'
import { inTransaction } from '../db/transaction.ts'
import { type Event, eventBody } from '../events/event.ts'
import { keepEvent } from '../events/record-event.ts'
import { AppError } from '../kernel/app-error.ts'
import { newId } from '../kernel/ids.ts'
import { endOf } from './attempt-end.ts'
import type { DeliveryError } from './delivery.ts'
import {
  type AttemptRow,
  type DeliveryChange,
  type DeliveryRow,
  type DueDelivery,
  insertAttempts,
  insertDeliveries,
} from './delivery-queue-store.ts'
import type { Exchange } from './exchange.ts'
import { assertApproved } from './hold-address.ts'
import { type Outgoing, outgoing } from './outgoing.ts'
import { openToSend, type WebhookName } from './read-webhook.ts'
import { namedBy, type WebhookNeeds } from './register-webhook.ts'
import type { TestSlots } from './test-slots.ts'
import type { OpenedWebhook } from './webhook.ts'

export interface SendTestNeeds extends WebhookNeeds {
  readonly testSlots: TestSlots
  readonly webhookSender: {
    send(outgoing: Outgoing & { readonly signal: AbortSignal }): Promise<Exchange>
  }
}

/** Nothing in it is the receiver's own words. */
export interface TestResult {
  /** Where it stands in the log. */
  readonly deliveryId: string
  readonly eventId: string
  readonly delivered: boolean
  /** undefined when no answer came. */
  readonly statusCode: number | undefined
  readonly durationMs: number
  /** Why it was not delivered. */
  readonly error: DeliveryError | undefined
}

/**
 * Works for an inactive webhook, too; is not metered and says nothing of the webhook's health.
 * @throws AppError `not_found`; `conflict` where its secrets do not open, or its
 * address waits for a second person; `rate_limited` while as many are
 * under way as may be; `unavailable` when our own stop cut it off; the signal's reason
 */
export async function sendTest(
  needs: SendTestNeeds,
  by: AuditOrigin,
  { signal, ...name }: WebhookName & { readonly signal: AbortSignal },
  alongside: Alongside<TestResult> = nothingAlongside,
): Promise<TestResult> {
  const webhook = await openToSend(needs, needs.db.reader, name)
  await assertApproved(needs, needs.db.reader, webhook.id)
  const test = makeTest(webhook, needs.clock.now())
  const { event, plaintext } = test
  const request = { ...requestOf(webhook, test), signal }
  const exchange = await needs.testSlots.run(webhook.id, () => needs.webhookSender.send(request))
  const end = endOfTest(test, exchange, needs.clock.now())
  if (end === undefined) throw cutOff(signal)
  const result = resultOf(test, end)
  await inTransaction(needs.db, async (trx) => {
    await keepEvent(needs, trx, event, { plaintext, dataKey: undefined })
    await insertDeliveries(trx, [rowOf(test, end)])
    await insertAttempts(trx, [end.attempt])
    await recordAudit(needs, trx, { by, action: 'webhook.tested', ...namedBy(webhook) })
    await alongside(trx, result)
  })
  return result
}

interface Test {
  readonly event: Event
  readonly plaintext: Buffer
  /** As if it were due for its first attempt. */
  readonly delivery: DueDelivery
}

function makeTest({ id: webhookId, environment }: OpenedWebhook, nowMs: number): Test {
  const type = 'webhook.test'
  const event: Event = {
    id: newId('evt', nowMs),
    environment,
    type,
    subjectId: webhookId,
    createdAt: nowMs,
  }
  const message = 'This is a test. No verification stands behind it.'
  return {
    event,
    plaintext: eventBody(event, { webhook_id: webhookId, message }),
    delivery: {
      id: newId('dlv', nowMs),
      eventId: event.id,
      webhookId,
      lane: 'first',
      dueAt: nowMs,
      attempt: 1,
      failedAttempts: 0,
      replays: 0,
    },
  }
}

function requestOf(webhook: OpenedWebhook, { event, plaintext, delivery }: Test): Outgoing {
  return outgoing({
    webhook,
    event: { ...event, body: plaintext },
    deliveryId: delivery.id,
    attempt: delivery.attempt,
    nowMs: event.createdAt,
  })
}

interface TestEnd {
  readonly change: DeliveryChange & { readonly state: 'delivered' | 'failed' | 'cancelled' }
  readonly attempt: AttemptRow
}

/** A test is not tried again. undefined when it was cut off by us, so that nothing can be said of it. */
function endOfTest(
  { delivery, event }: Test,
  outcome: Exchange,
  endedAt: number,
): TestEnd | undefined {
  const plan = { retryDelaysMs: [], maxFailedAttempts: 1 }
  const { change, attempt } = endOf(plan, {
    delivery,
    startedAt: event.createdAt,
    endedAt,
    outcome,
  })
  return attempt && change.state !== 'pending' ? { change, attempt } : undefined
}

function rowOf({ delivery, event }: Test, { change }: TestEnd): DeliveryRow {
  return {
    ...change,
    id: delivery.id,
    eventId: event.id,
    eventType: event.type,
    webhookId: delivery.webhookId,
    dueAt: event.createdAt,
    attempts: delivery.attempt,
    createdAt: event.createdAt,
  }
}

function resultOf({ delivery }: Test, { change, attempt }: TestEnd): TestResult {
  return {
    deliveryId: delivery.id,
    eventId: delivery.eventId,
    delivered: change.state === 'delivered',
    statusCode: attempt.status,
    durationMs: attempt.durationMs,
    error: attempt.error,
  }
}

/** Whoever asked has left, or this process is about to. */
function cutOff(signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  return new AppError('unavailable', 'The test was cut off by a stop of the server. Try again.')
}
