// The schemas of deliveries in answers, for the interface document; the shapes themselves stand in
// `delivery-json`.

import { z } from 'zod'
import { eventTypes } from '../events/event.ts'
import { idText, instantText, pageOf, wireSchema } from '../kernel/wire-schema.ts'
import { type DeliveryError, deliveryStates } from './delivery.ts'
import type {
  AttemptJson,
  DeliveryDetailJson,
  DeliveryJson,
  ReplayTallyJson,
} from './delivery-json.ts'
import { exchangeErrors } from './exchange.ts'

export const deliveryErrorSchema = wireSchema<DeliveryError>()(
  z.enum([...exchangeErrors, 'bad_status', 'interrupted', 'body_gone']).meta({
    id: 'DeliveryError',
    description:
      'Why an attempt did not deliver. `bad_status`: any answer but 2xx. `interrupted`: a stop of the server broke it off, which costs no attempt. `body_gone`: what was to be sent is not kept any more.',
  }),
)

const deliveryFields = z.object({
  id: idText('dlv', 'Names the delivery.'),
  event_id: idText('evt', 'The same on every attempt and replay: know an event by it.'),
  event: z.enum(eventTypes),
  verification_id: idText('ver', 'What the event is about; left out for a test.').exactOptional(),
  webhook_id: idText('wh', 'Where it goes.'),
  status: z
    .enum(deliveryStates)
    .describe(
      '`pending` until an attempt delivers. `failed` after the last failed attempt. `cancelled`: the webhook was deactivated or deleted, or the body is gone.',
    ),
  attempts: z.int().min(0).describe('Attempts that ended, through all replays.'),
  next_attempt_at: instantText('While pending: when it is sent next.').nullable(),
  last_status_code: z.int().nullable().describe('What the receiver answered last.'),
  last_error: deliveryErrorSchema.nullable().describe('Why the last attempt did not deliver.'),
  replays: z.int().min(0).describe('How often it was sent again on demand.'),
  created_at: instantText('When it was created.'),
  finished_at: instantText('When it was delivered, failed or cancelled; else null.').nullable(),
})

export const deliverySchema = wireSchema<DeliveryJson>()(deliveryFields.meta({ id: 'Delivery' }))

const attemptSchema = wireSchema<AttemptJson>()(
  z
    .object({
      number: z.int().min(1).describe('Counted through all replays.'),
      started_at: instantText('When it began.'),
      duration_ms: z.int().min(0).describe('How long it took.'),
      status_code: z.int().nullable().describe('What the receiver answered.'),
      error: deliveryErrorSchema.nullable().describe('Why it did not deliver; null where it did.'),
    })
    .meta({ id: 'DeliveryAttempt' }),
)

export const deliveryDetailSchema = wireSchema<DeliveryDetailJson>()(
  deliveryFields
    .extend({ attempt_log: z.array(attemptSchema).describe('In the order they were made.') })
    .meta({ id: 'DeliveryDetail' }),
)

export const deliveryListSchema = pageOf(deliverySchema, 'DeliveryList')

export const replayTallySchema = wireSchema<ReplayTallyJson>()(
  z
    .object({
      dry_run: z.boolean().describe('Nothing was sent; only counted.'),
      matched: z.int().min(0).describe('Deliveries that fit what was asked for.'),
      replayed: z.int().min(0).describe('Those that are sent again by this call.'),
      remaining: z.int().min(0).describe('Those left for the next call.'),
      next_created_from: instantText(
        'When the oldest of those left was created: `created_from` of the next call.',
      ).nullable(),
    })
    .meta({ id: 'ReplayTally' }),
)
