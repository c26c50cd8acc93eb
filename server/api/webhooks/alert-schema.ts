// The schema of an alert in responses, for the OpenAPI document; `alert-json` defines the shape.

import { z } from 'zod'
import { idText, instantText, pageOf, wireSchema } from '../../kernel/wire-schema.ts'
import { alertKinds } from '../../webhooks/alert.ts'
import type { AlertJson } from '../../webhooks/alert-json.ts'
import { deliveryErrorSchema } from './delivery-schema.ts'

const alertSchema = wireSchema<AlertJson>()(
  z
    .object({
      id: idText('alr', 'Id of the alert.'),
      webhook_id: idText('wh', 'The webhook that the alert is about.'),
      kind: z
        .enum(alertKinds)
        .describe(
          '`failing`: the first failed attempt of a healthy webhook, at most one alert in 30 minutes. `exhausted`: a delivery was given up. `failing_24h`: no delivery succeeded for a day. `gone`: the receiver answered 410 and the webhook was deactivated. `unreadable`: the secrets of the webhook cannot be opened, so its deliveries stay pending; rotate the secret. `recovered`: deliveries succeed again.',
        ),
      failing_since: instantText(
        'When the webhook began to fail; for `unreadable`, when it was registered.',
      ),
      delivery_id: idText(
        'dlv',
        'The delivery that the alert is about; null where there is none.',
      ).nullable(),
      error: deliveryErrorSchema.nullable().describe('Why that delivery failed.'),
      message: z.string().describe('What happened and what to do.'),
      created_at: instantText('When the alert was raised.'),
    })
    .meta({ id: 'WebhookAlert' }),
)

export const alertListSchema = pageOf(alertSchema, 'WebhookAlertList')
