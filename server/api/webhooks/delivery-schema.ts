// The schemas of deliveries in responses, for the OpenAPI document; `delivery-json` defines the
// shapes.

import { z } from 'zod'
import { deliveryStates } from '../../deliveries/delivery.ts'
import type {
  AttemptJson,
  DeliveryDetailJson,
  DeliveryJson,
  ReplayCountsJson,
} from '../../deliveries/delivery-json.ts'
import { eventTypes } from '../../events/event.ts'
import { idText, instantText, pageOf, wireSchema } from '../../kernel/wire-schema.ts'
import type { DeliveryError } from '../../webhooks/delivery-error.ts'
import { attemptErrors } from '../../webhooks/delivery-error.ts'

export const deliveryErrorSchema = wireSchema<DeliveryError>()(
  z.enum([...attemptErrors, 'bad_status', 'interrupted', 'body_gone']).meta({
    id: 'DeliveryError',
    description:
      'Why an attempt did not deliver. `bad_status`: a response other than 2xx. `interrupted`: the server stopped during the attempt, which does not count as a failed one. `body_gone`: the body of the event was deleted.',
  }),
)

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

export const deliverySchema = wireSchema<DeliveryJson>()(deliveryFields.meta({ id: 'Delivery' }))

const attemptSchema = wireSchema<AttemptJson>()(
  z
    .object({
      number: z.int().min(1).describe('Counted through all replays.'),
      started_at: instantText('When the attempt began.'),
      duration_ms: z.int().min(0).describe('How long the attempt took.'),
      status_code: z.int().nullable().describe('HTTP status of the response.'),
      error: deliveryErrorSchema
        .nullable()
        .describe('Why the attempt failed; null where it delivered.'),
    })
    .meta({ id: 'DeliveryAttempt' }),
)

export const deliveryDetailSchema = wireSchema<DeliveryDetailJson>()(
  deliveryFields
    .extend({ attempt_log: z.array(attemptSchema).describe('All attempts, oldest first.') })
    .meta({ id: 'DeliveryDetail' }),
)

export const deliveryListSchema = pageOf(deliverySchema, 'DeliveryList')

export const replayCountsSchema = wireSchema<ReplayCountsJson>()(
  z
    .object({
      dry_run: z.boolean().describe('True when the deliveries were only counted.'),
      matched: z.int().min(0).describe('Deliveries that match the request.'),
      replayed: z.int().min(0).describe('Deliveries that this call sends again.'),
      remaining: z.int().min(0).describe('Matching deliveries left for the next call.'),
      next_created_from: instantText(
        'When the oldest remaining delivery was created: `created_from` of the next call.',
      ).nullable(),
    })
    .meta({ id: 'ReplayTally' }),
)
