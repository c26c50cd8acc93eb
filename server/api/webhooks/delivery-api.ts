// The wire shape of deliveries, for REST, the console and the CLI: queries, requests, responses and how they become
// each other. A delivery shows nothing of the request and nothing of the receiver's response but its status code.

import { z } from 'zod'
import {
  type Attempt,
  type Delivery,
  type DeliveryFilter,
  deliveryStates,
  type ReplayCounts,
  type ReplaySpan,
  replayableStates,
} from '../../deliveries/delivery.ts'
import { eventTypes, subscribableEvents } from '../../events/event.ts'
import { isoOrNull, toIso } from '../../kernel/clock.ts'
import { choiceFault, idFilter, jsonFlag } from '../../kernel/field-shape.ts'
import { firstIdAt } from '../../kernel/ids.ts'
import { instantOrDate } from '../../kernel/instant.ts'
import { parseWithSpan } from '../../kernel/parse-with-span.ts'
import { idText, instantText, pageOf, type Wire } from '../../kernel/wire-schema.ts'
import { deliveryErrors } from '../../webhooks/delivery-error.ts'

export const deliveryFilterQuery = [
  'status',
  'event',
  'verification_id',
  'created_from',
  'created_to',
] as const

export const deliveryFilterSchema = z.object({
  status: oneOf('status', deliveryStates).optional().describe('Only deliveries in this state.'),
  event: oneOf('event', eventTypes).optional().describe('Only deliveries of this event.'),
  verification_id: idFilter('ver', 'verification_id', 'Only deliveries about this verification.'),
  created_from: instantOrDate('created_from')
    .optional()
    .describe('Created at this instant or later; a plain date is its first instant, UTC.'),
  created_to: instantOrDate('created_to')
    .optional()
    .describe('Created before this instant; a plain date is its first instant, UTC.'),
})

/**
 * `created_from` is included, `created_to` is not; a plain date is its first instant, UTC.
 * @throws AppError `invalid_request` with every fault.
 */
export function parseDeliveryFilter(
  query: Partial<Readonly<Record<(typeof deliveryFilterQuery)[number], string>>>,
): DeliveryFilter {
  const { status, event, verification_id, created_from, created_to } = parseWithSpan(
    deliveryFilterSchema,
    query,
    ['created_from', 'created_to'],
  )
  return {
    state: status,
    eventType: event,
    verificationId: verification_id,
    idFrom: created_from === undefined ? undefined : firstIdAt('dlv', created_from),
    idBefore: created_to === undefined ? undefined : firstIdAt('dlv', created_to),
  }
}

export const replaySpanSchema = z
  .object({
    status: oneOf('status', replayableStates)
      .optional()
      .describe('State of the deliveries to send again. Default `failed`.'),
    // Tests are left out: a client that wants one again sends a new test.
    event: oneOf('event', subscribableEvents).optional().describe('Only deliveries of this event.'),
    created_from: instantOrDate('created_from')
      .optional()
      .describe('Created at this instant or later; without it, from the oldest delivery on.'),
    created_to: instantOrDate('created_to').describe('Created before this instant.'),
    dry_run: jsonFlag('dry_run').optional().describe('Only count the deliveries; send nothing.'),
  })
  .meta({ id: 'ReplaySpan' })

/** @throws AppError `invalid_request` with every fault. */
export function parseReplaySpan(body: unknown): ReplaySpan {
  const { status, event, created_from, created_to, dry_run } = parseWithSpan(
    replaySpanSchema,
    body,
    ['created_from', 'created_to'],
  )
  return {
    state: status ?? 'failed',
    eventType: event,
    createdFrom: created_from,
    createdTo: created_to,
    isDryRun: dry_run ?? false,
  }
}

function oneOf<const Words extends readonly [string, ...string[]]>(name: string, words: Words) {
  return z.enum(words, { error: choiceFault(name, words) })
}

export const deliveryErrorSchema = z.enum(deliveryErrors).meta({
  id: 'DeliveryError',
  description:
    'Why an attempt did not deliver. `bad_status`: a response other than 2xx. `interrupted`: the server stopped during the attempt, which does not count as a failed one. `body_gone`: the body of the event was deleted.',
})

const deliveryFields = z.object({
  id: idText('dlv', 'Id of the delivery.'),
  event_id: idText(
    'evt',
    'Id of the event, the same on every attempt and replay: deduplicate events by it.',
  ),
  event: z.enum(eventTypes),
  verification_id: idText(
    'ver',
    'The verification that the event is about; left out for a test.',
  ).exactOptional(),
  webhook_id: idText('wh', 'The webhook that the event is sent to.'),
  status: z
    .enum(deliveryStates)
    .describe(
      '`pending` until an attempt delivers. `failed` after the last failed attempt. `cancelled`: the webhook was deactivated or deleted, or the body is gone.',
    ),
  attempts: z.int().min(0).describe('Finished attempts, through all replays.'),
  next_attempt_at: instantText('When the next attempt is due; null unless pending.').nullable(),
  last_status_code: z.int().nullable().describe('HTTP status of the last response.'),
  last_error: deliveryErrorSchema.nullable().describe('Why the last attempt failed.'),
  replays: z.int().min(0).describe('Number of replays.'),
  created_at: instantText('When the delivery was created.'),
  finished_at: instantText(
    'When the delivery was delivered, failed or was cancelled; null while pending.',
  ).nullable(),
})

export const deliverySchema = deliveryFields.meta({ id: 'Delivery' })
export type DeliveryJson = Wire<typeof deliverySchema>

const attemptSchema = z
  .object({
    number: z.int().min(1).describe('Counted through all replays.'),
    started_at: instantText('When the attempt began.'),
    duration_ms: z.int().min(0).describe('How long the attempt took.'),
    status_code: z.int().nullable().describe('HTTP status of the response.'),
    error: deliveryErrorSchema
      .nullable()
      .describe('Why the attempt failed; null where it delivered.'),
  })
  .meta({ id: 'DeliveryAttempt' })
export type AttemptJson = Wire<typeof attemptSchema>

export const deliveryDetailSchema = deliveryFields
  .extend({ attempt_log: z.array(attemptSchema).describe('All attempts, oldest first.') })
  .meta({ id: 'DeliveryDetail' })
export type DeliveryDetailJson = Wire<typeof deliveryDetailSchema>

export const deliveryListSchema = pageOf(deliverySchema, 'DeliveryList')

export const replayCountsSchema = z
  .object({
    dry_run: z.boolean().describe('True when the deliveries were only counted.'),
    matched: z.int().min(0).describe('Deliveries that match the request.'),
    replayed: z.int().min(0).describe('Deliveries that this call sends again.'),
    remaining: z.int().min(0).describe('Matching deliveries left for the next call.'),
    next_created_from: instantText(
      'When the oldest remaining delivery was created: `created_from` of the next call.',
    ).nullable(),
  })
  .meta({ id: 'ReplayTally' })
export type ReplayCountsJson = Wire<typeof replayCountsSchema>

export function deliveryJson(delivery: Delivery): DeliveryJson {
  const { eventType, subjectId, state, dueAt, finishedAt } = delivery
  return {
    id: delivery.id,
    event_id: delivery.eventId,
    event: eventType,
    ...(eventType === 'webhook.test' ? {} : { verification_id: subjectId }),
    webhook_id: delivery.webhookId,
    status: state,
    attempts: delivery.attempts,
    next_attempt_at: state === 'pending' ? toIso(dueAt) : null,
    last_status_code: delivery.lastStatus ?? null,
    last_error: delivery.lastError ?? null,
    replays: delivery.replays,
    created_at: toIso(delivery.createdAt),
    finished_at: isoOrNull(finishedAt),
  }
}

export function deliveryDetailJson(
  delivery: Delivery,
  attempts: readonly Attempt[],
): DeliveryDetailJson {
  return { ...deliveryJson(delivery), attempt_log: attempts.map(attemptJson) }
}

export function replayCountsJson(counts: ReplayCounts): ReplayCountsJson {
  const { nextCreatedFrom } = counts
  return {
    dry_run: counts.isDryRun,
    matched: counts.matched,
    replayed: counts.replayed,
    remaining: counts.remaining,
    next_created_from: isoOrNull(nextCreatedFrom),
  }
}

function attemptJson(attempt: Attempt): AttemptJson {
  return {
    number: attempt.number,
    started_at: toIso(attempt.startedAt),
    duration_ms: attempt.durationMs,
    status_code: attempt.status ?? null,
    error: attempt.error ?? null,
  }
}
