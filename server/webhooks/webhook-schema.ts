// The schemas of webhooks in answers, for the interface document; the shapes themselves stand in
// `webhook-json`.

import { z } from 'zod'
import { subscribableEvents } from '../events/event.ts'
import { idText, instantText, pageOf, wireSchema } from '../kernel/wire-schema.ts'
import { environments } from '../keys/key.ts'
import { deliveryErrorSchema } from './delivery-schema.ts'
import { timestampModes } from './sign.ts'
import type { CertificateJson, ShownWebhookJson, TestJson, WebhookJson } from './webhook-json.ts'

const certificateSchema = wireSchema<CertificateJson>()(
  z
    .object({
      subject: z.string().describe('Whom it names.'),
      fingerprint_sha256: z.string().describe('Pairs of hexadecimal digits with colons.'),
      expires_at: instantText('When it expires.'),
    })
    .meta({ id: 'ClientCertificate' }),
)

const webhookFields = z.object({
  id: idText('wh', 'Names the webhook.'),
  environment: z.enum(environments).describe('Whose events it gets.'),
  url: z.string().meta({ description: 'Where events are sent to.', format: 'uri' }),
  events: z.array(z.enum(subscribableEvents)).describe('What it is told of.'),
  description: z.string().describe('Left out when its owner gave none.').exactOptional(),
  active: z.boolean().describe('Whether events are sent.'),
  timestamp_mode: z
    .enum(timestampModes)
    .describe(
      'What `svc-timestamp` says. `auto`: the event’s creation while that is at most 240 s old, the attempt’s time after that. `event` and `attempt` pin one reading.',
    ),
  failing_since: instantText(
    'Since when every finished attempt has failed; null while healthy.',
  ).nullable(),
  client_certificate: certificateSchema
    .nullable()
    .describe('What it shows to a receiver that asks for a certificate.'),
  secret_rotation: z
    .object({ activates_at: instantText('When the waiting secret begins to sign.') })
    .nullable()
    .describe('There while a rotation waits.'),
  secrets_readable: z
    .boolean()
    .describe(
      'False where what it keeps secret is damaged: then what is due to it waits. Rotate its secret, and give its client certificate again where it has one.',
    ),
  created_at: instantText('When it was registered.'),
})

export const webhookSchema = wireSchema<WebhookJson>()(webhookFields.meta({ id: 'Webhook' }))

export const webhookWithSecretSchema = wireSchema<ShownWebhookJson>()(
  webhookFields
    .extend({
      secret: z
        .string()
        .meta({ pattern: '^whsec_' })
        .nullable()
        .describe(
          'Signs the deliveries. Shown once: null where the answer is repeated (`Idempotent-Replayed`).',
        ),
    })
    .meta({ id: 'WebhookWithSecret' }),
)

export const webhookListSchema = pageOf(webhookSchema, 'WebhookList')

export const deletedWebhookSchema = z
  .object({ id: idText('wh', 'The webhook that was deleted.'), deleted: z.literal(true) })
  .meta({ id: 'DeletedWebhook' })

export const testSchema = wireSchema<TestJson>()(
  z
    .object({
      delivered: z.boolean().describe('Whether the receiver answered 2xx in time.'),
      status_code: z.int().nullable().describe('What it answered; null where no answer came.'),
      duration_ms: z.int().min(0).describe('How long the attempt took.'),
      error: deliveryErrorSchema.nullable().describe('Why it was not delivered.'),
    })
    .meta({ id: 'WebhookTest' }),
)
