// The schema of an alert in answers, for the interface document; the shape itself stands in `alert-json`.

import { z } from 'zod'
import { idText, instantText, pageOf, wireSchema } from '../kernel/wire-schema.ts'
import { alertKinds } from './alert.ts'
import type { AlertJson } from './alert-json.ts'
import { deliveryErrorSchema } from './delivery-schema.ts'

const alertSchema = wireSchema<AlertJson>()(
  z
    .object({
      id: idText('alr', 'Names the alert.'),
      webhook_id: idText('wh', 'The webhook that it is about.'),
      kind: z
        .enum(alertKinds)
        .describe(
          '`failing`: the first failed attempt after health, told of once in 30 minutes. `exhausted`: a delivery was given up. `failing_24h`: nothing came through for a day. `gone`: it answered 410 and was deactivated. `unreadable`: its secrets cannot be opened, so what is due waits; rotate the secret. `recovered`: deliveries come through again.',
        ),
      failing_since: instantText(
        'When the failing began; of `unreadable`, when the webhook was registered.',
      ),
      delivery_id: idText('dlv', 'The delivery that it is about; else null.').nullable(),
      error: deliveryErrorSchema.nullable().describe('Why that delivery failed.'),
      message: z.string().describe('What happened and what to do.'),
      created_at: instantText('When it was raised.'),
    })
    .meta({ id: 'WebhookAlert' }),
)

export const alertListSchema = pageOf(alertSchema, 'WebhookAlertList')
