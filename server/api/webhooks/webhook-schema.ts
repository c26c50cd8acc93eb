// The schemas of webhook endpoints in responses, for the OpenAPI document; `webhook-json` defines
// the shapes.

import { z } from 'zod'
import type { TestJson } from '../../deliveries/test-json.ts'
import { subscribableEvents } from '../../events/event.ts'
import { idText, instantText, pageOf, wireSchema } from '../../kernel/wire-schema.ts'
import { environments } from '../../keys/key.ts'
import { timestampModes } from '../../webhooks/sign.ts'
import type { CertificateJson, ShownWebhookJson, WebhookJson } from '../../webhooks/webhook-json.ts'
import { deliveryErrorSchema } from './delivery-schema.ts'

const certificateSchema = wireSchema<CertificateJson>()(
  z
    .object({
      subject: z.string().describe('Subject of the certificate.'),
      fingerprint_sha256: z.string().describe('Pairs of hexadecimal digits with colons.'),
      expires_at: instantText('When it expires.'),
    })
    .meta({ id: 'ClientCertificate' }),
)

const webhookFields = z.object({
  id: idText('wh', 'Id of the webhook.'),
  environment: z.enum(environments).describe('The environment whose events are sent.'),
  url: z.string().meta({ description: 'The URL that events are sent to.', format: 'uri' }),
  events: z.array(z.enum(subscribableEvents)).describe('The events that are sent.'),
  description: z
    .string()
    .describe('A note about the purpose of the webhook; left out when there is none.')
    .exactOptional(),
  active: z.boolean().describe('Whether events are sent.'),
  timestamp_mode: z
    .enum(timestampModes)
    .describe(
      'Which time `svc-timestamp` carries. `auto`: the event’s creation while that is at most 240 s old, the attempt’s time after that. `event` and `attempt`: always that time.',
    ),
  failing_since: instantText(
    'Since when every finished attempt has failed; null while healthy.',
  ).nullable(),
  client_certificate: certificateSchema
    .nullable()
    .describe('The client certificate for receivers that ask for one.'),
  secret_rotation: z
    .object({ activates_at: instantText('When the new secret begins to sign.') })
    .nullable()
    .describe('The pending rotation; null without one.'),
  secrets_readable: z
    .boolean()
    .describe(
      'False where the stored secrets are damaged: then deliveries stay pending. Rotate the secret, and send the client certificate again where there is one.',
    ),
  created_at: instantText('When the webhook was registered.'),
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
          'The secret that signs the deliveries. Shown once: null in a repeated response (`Idempotent-Replayed`).',
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
      status_code: z
        .int()
        .nullable()
        .describe('HTTP status of the response; null where there was none.'),
      duration_ms: z.int().min(0).describe('How long the attempt took.'),
      error: deliveryErrorSchema.nullable().describe('Why the test was not delivered.'),
    })
    .meta({ id: 'WebhookTest' }),
)
