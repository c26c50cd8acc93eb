// What the interface document says of the delivery log, of sending again from it, and of alerts.

import {
  describeFields,
  type EndpointDescription,
  noFieldsSchema,
} from '../kernel/endpoint-description.ts'
import { alertFilterShape } from './alert-input.ts'
import type { AlertJson } from './alert-json.ts'
import { alertListSchema } from './alert-schema.ts'
import { filterShape, spanShape } from './delivery-input.ts'
import type { DeliveryJson, ReplayTallyJson } from './delivery-json.ts'
import {
  deliveryDetailSchema,
  deliveryListSchema,
  deliverySchema,
  replayTallySchema,
} from './delivery-schema.ts'

const filter = describeFields(filterShape, {
  status: 'Only those in this state.',
  event: 'Only those of this event.',
  verification_id: 'Only those about this verification.',
  created_from: 'Created at this instant or later; a plain date is its first instant, UTC.',
  created_to: 'Created before this instant; a plain date is its first instant, UTC.',
})

const span = describeFields(spanShape, {
  status: 'Which to send again. Default `failed`.',
  event: 'Only those of this event.',
  created_from: 'Created at this instant or later; without it from the beginning.',
  created_to: 'Created before this instant.',
  dry_run: 'Only count them.',
}).meta({ id: 'ReplaySpan' })

const alertFilter = describeFields(alertFilterShape, {
  webhook_id: 'Only those about this webhook.',
})

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
  finished_at: '2026-11-21T12:06:15.113Z',
}
const replayed: DeliveryJson = {
  ...delivery,
  status: 'pending',
  replays: 1,
  next_attempt_at: '2026-11-21T13:00:00.000Z',
  finished_at: null,
}
const attempt = {
  number: 1,
  started_at: '2026-11-21T09:30:14.210Z',
  duration_ms: 43,
  status_code: 503,
  error: 'bad_status',
}
const tally: ReplayTallyJson = {
  dry_run: false,
  matched: 5210,
  replayed: 5000,
  remaining: 210,
  next_created_from: '2026-11-21T11:42:08.991Z',
}
const alert: AlertJson = {
  id: 'alr_01kb5h3m9q7r2s4t6v8w0x1y2z',
  webhook_id: delivery.webhook_id,
  kind: 'exhausted',
  failing_since: '2026-11-21T09:30:14.253Z',
  delivery_id: delivery.id,
  error: 'bad_status',
  message:
    'A delivery was given up after its last attempt failed (bad_status). Mend the receiver, then replay what failed since 2026-11-21T09:30:14.253Z.',
  created_at: '2026-11-21T12:06:15.113Z',
}

const tag = 'Webhooks'
const ofWebhook = {
  id: {
    description: 'Id of a webhook of the caller’s environment, also a deleted one.',
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
    description: 'How far each event has come on its way to this webhook.',
    path: ofWebhook,
    query: filter,
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
    description: 'One delivery with every attempt. What was sent and answered is not shown.',
    path: ofDelivery,
    answers: [
      {
        status: 200,
        description: 'The delivery.',
        schema: deliveryDetailSchema,
        examples: { failed: { ...delivery, attempts: 1, attempt_log: [attempt] } },
      },
    ],
    codes: ['not_found'],
  },
  replayOne: {
    operationId: 'replayDelivery',
    tag,
    summary: 'Send a delivery again',
    description: 'The same event under the same ids, with all attempts before it.',
    path: ofDelivery,
    request: { kind: 'json', schema: noFieldsSchema, mayBeEmpty: true, examples: { nothing: {} } },
    answers: [
      {
        status: 202,
        description: 'It is on its way.',
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
      'Those that ended within a span of time, oldest first, at most 5000 a call. Ask with `dry_run` first.',
    path: ofWebhook,
    request: {
      kind: 'json',
      schema: span,
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
        description: 'To `dry_run`: how many there are.',
        schema: replayTallySchema,
        examples: { counted: { ...tally, dry_run: true, replayed: 0, remaining: 5210 } },
      },
      {
        status: 202,
        description: 'They are on their way.',
        schema: replayTallySchema,
        examples: { replayed: tally },
      },
    ],
    codes: ['not_found', 'conflict'],
  },
} as const satisfies Record<string, EndpointDescription>

export const alertDescriptions = {
  list: {
    operationId: 'listWebhookAlerts',
    tag,
    summary: 'List alerts about webhooks',
    description: 'What somebody should act on, and the news that it is over.',
    query: alertFilter,
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
} as const satisfies Record<string, EndpointDescription>
