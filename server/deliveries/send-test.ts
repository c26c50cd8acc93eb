// Sends a test event to a webhook once, through the same sender as every event (specification 4.6),
// and returns the result. Event, delivery and attempt are written afterwards in one transaction.

import type { AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type InSameTransaction, nothingMore } from '../db/in-same-transaction.ts'
import { inTransaction } from '../db/transaction.ts'
import { refuseWhilePaused } from '../egress/refuse-while-paused.ts'
import { type Event, eventBody } from '../events/event.ts'
import { keepEvent } from '../events/record-event.ts'
import { AppError } from '../kernel/app-error.ts'
import { newId } from '../kernel/ids.ts'
import { assertApproved } from '../webhooks/hold-address.ts'
import { openToSend, type WebhookName } from '../webhooks/read-webhook.ts'
import { type WebhookNeeds, webhookInAudit } from '../webhooks/register-webhook.ts'
import type { OpenedWebhook } from '../webhooks/webhook.ts'
import { attemptOutcomeOf } from './attempt-outcome.ts'
import type { AttemptResponse } from './attempt-response.ts'
import { type AttemptRow, type DeliveryChange, insertAttempts } from './attempt-store.ts'
import { buildRequest, type DeliveryRequest } from './build-request.ts'
import type { TestResult } from './delivery.ts'
import { type DeliveryRow, type DueDelivery, insertDeliveries } from './delivery-queue-store.ts'
import type { WebhookSender } from './sender.ts'
import type { TestSlots } from './test-slots.ts'

export interface SendTestNeeds extends WebhookNeeds {
  readonly testSlots: TestSlots
  readonly webhookSender: Pick<WebhookSender, 'send'>
}

/**
 * Works for an inactive webhook, too; is not counted as usage and does not change the webhook's
 * health.
 * @throws AppError `not_found`; `conflict` where the secrets do not open, or the address waits for
 * approval; `rate_limited` while too many tests are under way; `unavailable` when the server's stop
 * interrupted the test; the signal's reason
 */
export async function sendTest(
  needs: SendTestNeeds,
  by: AuditOrigin,
  { signal, ...name }: WebhookName & { readonly signal: AbortSignal },
  inSameTransaction: InSameTransaction<TestResult> = nothingMore,
): Promise<TestResult> {
  const webhook = await openToSend(needs, needs.db.reader, name)
  await assertApproved(needs, needs.db.reader, webhook.id)
  await refuseWhilePaused(needs.db.reader)
  const test = makeTest(webhook, needs.clock.now())
  const { event, plaintext } = test
  const request = { ...requestOf(webhook, test), signal }
  const response = await needs.testSlots.run(webhook.id, () => needs.webhookSender.send(request))
  const finished = outcomeOfTest(test, response, needs.clock.now())
  if (finished === undefined) throw interrupted(signal)
  const result = resultOf(test, finished)
  await inTransaction(needs.db, async (trx) => {
    await keepEvent(needs, trx, event, { plaintext, dataKey: undefined })
    await insertDeliveries(trx, [rowOf(test, finished)])
    await insertAttempts(trx, [finished.attempt])
    await recordAudit(needs, trx, { by, action: 'webhook.tested', ...webhookInAudit(webhook) })
    await inSameTransaction(trx, result)
  })
  return result
}

interface Test {
  readonly event: Event
  readonly plaintext: Buffer
  /** A delivery as if due for its first attempt. */
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
      priority: 'first_attempt',
      dueAt: nowMs,
      attempt: 1,
      failedAttempts: 0,
      replays: 0,
    },
  }
}

function requestOf(webhook: OpenedWebhook, { event, plaintext, delivery }: Test): DeliveryRequest {
  return buildRequest({
    webhook,
    event: { ...event, body: plaintext },
    deliveryId: delivery.id,
    attempt: delivery.attempt,
    nowMs: event.createdAt,
  })
}

interface TestOutcome {
  readonly change: DeliveryChange & { readonly state: 'delivered' | 'failed' | 'cancelled' }
  readonly attempt: AttemptRow
}

/**
 * A test is not retried. Returns undefined when our own stop interrupted it, so that there is no
 * result.
 */
function outcomeOfTest(
  { delivery, event }: Test,
  result: AttemptResponse,
  endedAt: number,
): TestOutcome | undefined {
  const plan = { retryDelaysMs: [], maxFailedAttempts: 1 }
  const { change, attempt } = attemptOutcomeOf(plan, {
    delivery,
    startedAt: event.createdAt,
    endedAt,
    result,
  })
  return attempt && change.state !== 'pending' ? { change, attempt } : undefined
}

function rowOf({ delivery, event }: Test, { change }: TestOutcome): DeliveryRow {
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

function resultOf({ delivery }: Test, { change, attempt }: TestOutcome): TestResult {
  return {
    deliveryId: delivery.id,
    eventId: delivery.eventId,
    delivered: change.state === 'delivered',
    statusCode: attempt.status,
    durationMs: attempt.durationMs,
    error: attempt.error,
  }
}

/** The request was aborted, or this process is stopping. */
function interrupted(signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  const message = 'The test was interrupted by a stop of the server. Try again.'
  return new AppError('unavailable', message, { reason: 'server_stopping' })
}
