// The webhook events in the OpenAPI document, with their bodies and signature headers.

import { z } from 'zod'
import type { ZodOpenApiPathItemObject, ZodOpenApiPathsObject } from 'zod-openapi'
import { type EventType, eventTypes } from '../../events/event.ts'
import { idText, instantText } from '../../kernel/wire-schema.ts'
import { reviewClosedExample, reviewClosedSchema } from '../../reviews/review-closed-event-json.ts'
import {
  failedEventExample,
  plainEventExample,
  plainEventSchema,
  scoredEventExample,
  scoredEventSchema,
} from '../../verifications/completion/verification-event-json.ts'

export function webhookSection(): ZodOpenApiPathsObject {
  const all = eventMessages()
  return Object.fromEntries(eventTypes.map((event) => [event, sent(event, all[event])]))
}

/** Returns the body of each event. Builds new schemas on each call, because a schema belongs to one document. */
export function eventMessages(): Readonly<Record<EventType, EventMessage>> {
  return {
    'verification.completed': {
      summary: 'A verification was approved',
      description: 'The scored body if a score was requested, the plain body otherwise.',
      schema: z.union([plainEventSchema, scoredEventSchema]),
      examples: { plain: plainEventExample, scored: scoredEventExample },
    },
    'verification.failed': {
      summary: 'A verification was declined or went wrong',
      description: 'The plain body, with reasons.',
      schema: plainEventSchema,
      examples: { declined: failedEventExample },
    },
    'review.closed': {
      summary: 'Staff decided a review',
      description:
        'Upheld or overturned. `status` stays the automatic decision: what an overturned one means for your customer is yours to decide.',
      schema: reviewClosedSchema,
      examples: { overturned: reviewClosedExample },
    },
    'webhook.test': {
      summary: 'A test was requested',
      description: 'Sent on demand only; belongs to no verification.',
      schema: z
        .object({ webhook_id: idText('wh', 'The tested webhook.'), message: z.string() })
        .meta({ id: 'WebhookTestEvent' }),
      examples: {
        test: {
          webhook_id: 'wh_01kb5h3m9q7r2s4t6v8w0x1y2z',
          message: 'This is a test. No verification stands behind it.',
        },
      },
    },
  }
}

interface EventMessage {
  readonly summary: string
  readonly description: string
  readonly schema: z.ZodType
  /** Examples of `data`, one of each shape, by name; `data/guide/webhooks.md` shows a body of each, in this order. */
  readonly examples: Readonly<Record<string, object>>
}

function sent(event: EventType, message: EventMessage): ZodOpenApiPathItemObject {
  const [id, timestamp] = ['evt_01kb5h3m9q7r2s4t6v8w0x1y2z', '2026-11-21T09:30:14.207Z']
  const examples = Object.entries(message.examples).map(([name, data]) => [
    name,
    { value: { id, event, data, timestamp } },
  ])
  const body = z.object({
    id: idText('evt', 'The same on every attempt and replay.'),
    event: z.literal(event),
    data: message.schema,
    timestamp: instantText('When it happened.'),
  })
  return {
    post: {
      operationId: operationIdOf(event),
      tags: ['Webhooks'],
      summary: message.summary,
      description: message.description,
      security: [],
      parameters: [...signatureHeaders, ...logHeaders],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: body, examples: Object.fromEntries(examples) } },
      },
      responses: {
        '2XX': { description: 'Accepted. Answer within 10 seconds, before you do any work.' },
        '410': {
          description: 'The endpoint is gone. If the operator chose so, deliveries to it end.',
        },
        default: {
          description:
            'Not accepted: by default tried again after 1 min, 5 min, 30 min and 2 h, five attempts in all; the operator can change both. Receivers answer 401 to a wrong signature and 400 to a stale timestamp.',
        },
      },
    },
  }
}

const digest = 'a'.repeat(64)

const signatureHeaders = [
  {
    name: 'svc-signature',
    in: 'header' as const,
    required: true,
    description:
      'Lower-case hexadecimal HMAC-SHA-256 over `svc-timestamp`, a dot and the raw body. Its key is the text of the secret, prefix included. Compare in constant time.',
    schema: { type: 'string' as const, pattern: '^[0-9a-f]{64}$' },
    example: digest,
  },
  {
    name: 'svc-timestamp',
    in: 'header' as const,
    required: true,
    description: 'Unix seconds. Refuse a difference of more than 300 from your clock.',
    schema: { type: 'string' as const, pattern: '^[0-9]+$' },
    example: '1795253414',
  },
  {
    name: 'svc-signatures',
    in: 'header' as const,
    required: false,
    description: 'During a rotation of the secret: the signatures with both secrets.',
    schema: { type: 'string' as const },
    example: `v1=${digest},v1=${digest}`,
  },
]

const unsigned = 'Not signed: for your logs.'

const logHeaders = [
  ['svc-event-id', 'The `id` of the body.', 'evt_01kb5h3m9q7r2s4t6v8w0x1y2z'],
  ['svc-event-type', 'The `event` of the body.', 'verification.completed'],
  ['svc-event-timestamp', 'Creation of the event, in Unix seconds.', '1795253414'],
  ['svc-webhook-id', 'The webhook that it is sent to.', 'wh_01kb5h3m9q7r2s4t6v8w0x1y2z'],
  ['svc-delivery-id', 'The delivery, the same on every attempt.', 'dlv_01kb5h3m9q7r2s4t6v8w0x1y2z'],
  ['svc-attempt', 'The number of the attempt, from 1.', '1'],
].map(([name = '', description, example]) => ({
  name,
  in: 'header' as const,
  required: true,
  description: `${description} ${unsigned}`,
  schema: { type: 'string' as const },
  example,
}))

function operationIdOf(event: EventType): string {
  const words = event.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return `on${words.join('')}`
}
