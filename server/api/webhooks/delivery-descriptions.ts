// The OpenAPI descriptions of the delivery log, of replays and of webhook alerts.

import { noFieldsSchema, type RouteDescription } from '../../kernel/route-description.ts'
import { type AlertJson, alertFilterSchema, alertListSchema } from './alert-api.ts'
import {
  type DeliveryJson,
  deliveryDetailSchema,
  deliveryFilterSchema,
  deliveryListSchema,
  deliverySchema,
  type ReplayCountsJson,
  replayCountsSchema,
  replaySpanSchema,
} from './delivery-api.ts'

const delivery: DeliveryJson = {
  id: 'dlv_01kb5h3m9q7r2s4t6v8w0x1y2z',
  event_id: 'evt_01kb5h3m9q7r2s4t6v8w0x1y2z',
  event: 'verification.completed',
  verification_id: 'ver_01kb5h3m9q7r2s4t6v8w0x1y2z',
  webhook_id: 'wh_01kb5h3m9q7r2s4t6v8w0x1y2z',
  status: 'failed',
  attempts: 5,
  next_attempt_at: null,
  last_status_code: 503,
  last_error: 'bad_status',
  replays: 0,
  created_at: '2026-11-21T09:30:14.207Z',
  finished_at: '2026-11-21T12:06:14.425Z',
}
const replayed: DeliveryJson = {
  ...delivery,
  status: 'pending',
  replays: 1,
  next_attempt_at: '2026-11-21T13:00:00.000Z',
  finished_at: null,
}
/** By the delays of the default schedule. */
const attempts = [
  '2026-11-21T09:30:14.210Z',
  '2026-11-21T09:31:14.253Z',
  '2026-11-21T09:36:14.296Z',
  '2026-11-21T10:06:14.339Z',
  '2026-11-21T12:06:14.382Z',
].map((started_at, at) => ({
  number: at + 1,
  started_at,
  duration_ms: 43,
  status_code: delivery.last_status_code,
  error: delivery.last_error,
}))
const counts: ReplayCountsJson = {
  dry_run: false,
  matched: 5210,
  replayed: 5000,
  remaining: 210,
  next_created_from: '2026-11-21T11:42:08.991Z',
}
const counted: ReplayCountsJson = {
  ...counts,
  dry_run: true,
  replayed: 0,
  remaining: counts.matched,
  next_created_from: delivery.created_at,
}
const alert: AlertJson = {
  id: 'alr_01kb5h3m9q7r2s4t6v8w0x1y2z',
  webhook_id: delivery.webhook_id,
  kind: 'exhausted',
  failing_since: '2026-11-21T09:30:14.253Z',
  delivery_id: delivery.id,
  error: 'bad_status',
  status_code: 503,
  message:
    'A delivery was given up after its last attempt failed (bad_status, HTTP 503). Mend the receiver, then replay what failed since 2026-11-21T09:30:14.253Z.',
  created_at: '2026-11-21T12:06:14.425Z',
}

const tag = 'Webhooks'
const ofWebhook = {
  id: {
    description: 'Id of a webhook in the environment of the API key, deleted ones included.',
    example: delivery.webhook_id,
  },
}
const ofDelivery = {
  ...ofWebhook,
  delivery_id: { description: 'Id of a delivery to this webhook.', example: delivery.id },
}

export const deliveryDescriptions = {
  list: {
    operationId: 'listDeliveries',
    tag,
    summary: 'List the deliveries to a webhook',
    description: 'The deliveries of events to this webhook, with the state of each.',
    path: ofWebhook,
    query: deliveryFilterSchema,
    isPaged: true,
    answers: [
      {
        status: 200,
        description: 'A page of deliveries.',
        schema: deliveryListSchema,
        examples: { page: { items: [delivery], next_cursor: null } },
      },
    ],
    codes: ['not_found'],
  },
  detail: {
    operationId: 'getDelivery',
    tag,
    summary: 'Get a delivery',
    description: 'One delivery with every attempt. Request and response bodies are not shown.',
    path: ofDelivery,
    answers: [
      {
        status: 200,
        description: 'The delivery.',
        schema: deliveryDetailSchema,
        examples: { failed: { ...delivery, attempt_log: attempts } },
      },
    ],
    codes: ['not_found'],
  },
  replayOne: {
    operationId: 'replayDelivery',
    tag,
    summary: 'Send a delivery again',
    description: 'Sends the same event under the same ids, with a full set of attempts.',
    path: ofDelivery,
    request: { kind: 'json', schema: noFieldsSchema, mayBeEmpty: true, examples: { nothing: {} } },
    answers: [
      {
        status: 202,
        description: 'The delivery, pending again.',
        schema: deliverySchema,
        examples: { replayed },
      },
    ],
    codes: ['not_found', 'conflict'],
  },
  replayMany: {
    operationId: 'replayDeliveries',
    tag,
    summary: 'Send many deliveries again',
    description:
      'Sends again the deliveries of a span of time that ended in the given state, oldest first, at most 5000 a call. Use `dry_run` first.',
    path: ofWebhook,
    request: {
      kind: 'json',
      schema: replaySpanSchema,
      examples: {
        afterAnOutage: {
          created_from: '2026-11-21T09:00:00Z',
          created_to: '2026-11-21T13:00:00Z',
          dry_run: true,
        },
      },
    },
    answers: [
      {
        status: 200,
        description: 'With `dry_run`: the counts.',
        schema: replayCountsSchema,
        examples: { counted },
      },
      {
        status: 202,
        description: 'The deliveries are pending again.',
        schema: replayCountsSchema,
        examples: { replayed: counts },
      },
    ],
    codes: ['not_found', 'conflict'],
  },
} as const satisfies Record<string, RouteDescription>

export const alertDescriptions = {
  list: {
    operationId: 'listWebhookAlerts',
    tag,
    summary: 'List alerts about webhooks',
    description: 'Problems of webhooks that need action, and recoveries.',
    query: alertFilterSchema,
    isPaged: true,
    answers: [
      {
        status: 200,
        description: 'A page of alerts.',
        schema: alertListSchema,
        examples: { page: { items: [alert], next_cursor: null } },
      },
    ],
  },
} as const satisfies Record<string, RouteDescription>
