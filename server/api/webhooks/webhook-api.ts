// The wire shape of webhook endpoints (specification 2.5 and 4.5), for REST, the console and the CLI: requests,
// responses and how the domain's objects become responses. Only the responses that create a secret show it.

import { z } from 'zod'
import type { TestResult } from '../../deliveries/delivery.ts'
import { subscribableEvents } from '../../events/event.ts'
import { isoOrNull, toIso } from '../../kernel/clock.ts'
import { environments } from '../../kernel/environment.ts'
import {
  atMostCharacters,
  choiceFault,
  jsonFlag,
  namesMax,
  notOneOf,
  typeFault,
  typeName,
} from '../../kernel/field-shape.ts'
import { unprintable } from '../../kernel/unprintable.ts'
import { idText, instantText, pageOf, type Wire } from '../../kernel/wire-schema.ts'
import { describeCertificate } from '../../webhooks/client-certificate.ts'
import { timestampModes } from '../../webhooks/sign.ts'
import { isOpened, type ReadWebhook, type WebhookWithSecret } from '../../webhooks/webhook.ts'
import { urlCharactersMax } from '../../webhooks/webhook-url.ts'
import { deliveryErrorSchema } from './delivery-api.ts'

const descriptionCharactersMax = 200
/** Characters of each PEM part: both fit into the 32 KB of a request body (rulings 9.10). */
const pemCharactersMax = 12_288

const eventNames = subscribableEvents.join(', ')

function description(charactersMin: 0 | 1) {
  return atMostCharacters(
    z
      .string({
        error: typeFault('description', 'a text about the purpose of the webhook'),
      })
      .trim()
      .min(charactersMin, 'description must not be empty; leave it out instead.'),
    descriptionCharactersMax,
    `description has at most ${descriptionCharactersMax} characters.`,
  ).refine((text) => !unprintable.test(text), 'description holds control characters.')
}

function pem(field: string) {
  return z
    .string({
      error: ({ input }) =>
        `client_certificate needs ${field}, a text in PEM${input === undefined ? '' : `, not ${typeName(input)}`}.`,
    })
    .max(pemCharactersMax, `client_certificate has at most ${pemCharactersMax} characters a part.`)
}

const shapeOfCertificate = {
  error: typeFault('client_certificate', 'an object of certificate and private_key'),
}

const clientCertificate = z.object(
  { certificate: pem('certificate'), private_key: pem('private_key') },
  shapeOfCertificate,
)

/** An empty object removes the certificate; only one of the two parts is an error. */
const clientCertificateOrNone = z
  .object(
    { certificate: pem('certificate').optional(), private_key: pem('private_key').optional() },
    shapeOfCertificate,
  )
  .superRefine(({ certificate, private_key }, context) => {
    if ((certificate === undefined) === (private_key === undefined)) return
    const field = certificate === undefined ? 'certificate' : 'private_key'
    const message = `client_certificate needs ${field}, a text in PEM.`
    context.addIssue({ code: 'custom', path: [field], message })
  })

/** `webhook-input` checks addresses and certificates, which depend on the appliance and the clock. */
export const newWebhookSchema = z
  .object({
    url: z.string({ error: typeFault('url', 'the https address that events are sent to') }).meta({
      description:
        'An https address without credentials and fragment. Addresses that lead to this machine, its network’s own services or a closed range are refused.',
      example: 'https://hooks.bank.example/svc',
      override: { format: 'uri', minLength: 1, maxLength: urlCharactersMax },
    }),
    events: z
      .array(z.enum(subscribableEvents, { error: notOneOf(`events may hold ${eventNames}`) }), {
        error: typeFault('events', `a list out of ${eventNames}`),
      })
      .min(1, `events must not be empty; it may hold ${eventNames}.`)
      .max(namesMax, `events has at most ${namesMax} entries.`)
      .transform((given) => subscribableEvents.filter((event) => given.includes(event)))
      .describe('The events to send.'),
    description: description(1).optional().describe('A note about the purpose of the webhook.'),
    active: jsonFlag('active').optional().describe('Whether events are sent. Default true.'),
    timestamp_mode: z
      .enum(timestampModes, { error: choiceFault('timestamp_mode', timestampModes) })
      .optional()
      .describe('Which time `svc-timestamp` carries; see the webhook. Default `auto`.'),
    client_certificate: clientCertificate
      .optional()
      .describe(
        'The client certificate for receivers that ask for one: chain and private key in PEM.',
      ),
  })
  .meta({ id: 'NewWebhook' })

/** An absent field stays unchanged, so null cannot mean removal (rulings 9.1). */
export const webhookChangeSchema = newWebhookSchema
  .partial()
  .extend({
    description: description(0)
      .optional()
      .describe('A note about the purpose of the webhook; an empty text removes it.'),
    client_certificate: clientCertificateOrNone
      .optional()
      .describe(
        'Chain and private key in PEM, which replace the old ones; an empty object removes them.',
      ),
  })
  .meta({
    id: 'WebhookChange',
    description: 'Fields that are absent or null stay unchanged. At least one field.',
  })

/** Default delay in seconds before a rotated secret signs (rulings 6.8). */
const activatesInSecondsDefault = 24 * 60 * 60
const activatesInSecondsMax = 30 * 24 * 60 * 60

export const secretRotationSchema = z
  .object({
    activates_in_seconds: z
      .int({ error: typeFault('activates_in_seconds', 'a whole number of seconds') })
      .min(0, 'activates_in_seconds is 0 or more.')
      .max(
        activatesInSecondsMax,
        `activates_in_seconds is at most ${activatesInSecondsMax} (30 days).`,
      )
      .default(activatesInSecondsDefault)
      .describe('Seconds until the new secret begins to sign. 0: at once. Default: one day.'),
    replace_pending: jsonFlag('replace_pending')
      .default(false)
      .describe(
        'Replaces the pending secret of an earlier rotation; otherwise that is a `conflict`. Default false.',
      ),
  })
  .meta({ id: 'SecretRotation' })

const certificateSchema = z
  .object({
    subject: z.string().describe('Subject of the certificate.'),
    fingerprint_sha256: z.string().describe('Pairs of hexadecimal digits with colons.'),
    expires_at: instantText('When it expires.'),
  })
  .meta({ id: 'ClientCertificate' })
type CertificateJson = Wire<typeof certificateSchema>

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

export const webhookSchema = webhookFields.meta({ id: 'Webhook' })
export type WebhookJson = Wire<typeof webhookSchema>

export const webhookWithSecretSchema = webhookFields
  .extend({
    secret: z
      .string()
      .meta({ pattern: '^whsec_' })
      .nullable()
      .describe(
        'The secret that signs the deliveries. Shown once: null in a repeated response (`Idempotent-Replayed`).',
      ),
  })
  .meta({ id: 'WebhookWithSecret' })
/** The secret is null in the replay of an idempotent request. */
type ShownWebhookJson = Wire<typeof webhookWithSecretSchema>
export type WebhookWithSecretJson = ShownWebhookJson & { readonly secret: string }

export const webhookListSchema = pageOf(webhookSchema, 'WebhookList')

export const deletedWebhookSchema = z
  .object({ id: idText('wh', 'The webhook that was deleted.'), deleted: z.literal(true) })
  .meta({ id: 'DeletedWebhook' })

export const testSchema = z
  .object({
    delivered: z.boolean().describe('Whether the receiver answered 2xx in time.'),
    status_code: z
      .int()
      .nullable()
      .describe('HTTP status of the response; null where there was none.'),
    duration_ms: z.int().min(0).describe('How long the attempt took.'),
    error: deliveryErrorSchema.nullable().describe('Why the test was not delivered.'),
  })
  .meta({ id: 'WebhookTest' })
export type TestJson = Wire<typeof testSchema>

export function webhookJson(webhook: ReadWebhook, nowMs: number): WebhookJson {
  const { description, clientCertificate, failingSince } = webhook
  return {
    id: webhook.id,
    environment: webhook.environment,
    url: webhook.url,
    events: webhook.events,
    ...(description === undefined ? {} : { description }),
    active: webhook.active,
    timestamp_mode: webhook.timestampMode,
    failing_since: isoOrNull(failingSince),
    client_certificate: clientCertificate === undefined ? null : certificateJson(clientCertificate),
    secret_rotation: rotationJson(webhook, nowMs),
    secrets_readable: isOpened(webhook),
    created_at: toIso(webhook.createdAt),
  }
}

export function webhookWithSecretJson(
  { webhook, secret }: WebhookWithSecret,
  nowMs: number,
): WebhookWithSecretJson {
  const { id, url, events, ...rest } = webhookJson(webhook, nowMs)
  return { id, url, events, secret, ...rest }
}

/**
 * The response for the replay of a request with an Idempotency-Key (rulings 9.3), without the
 * secret.
 */
export function webhookWithSecretAgainJson(
  made: WebhookWithSecret,
  nowMs: number,
): ShownWebhookJson {
  return { ...webhookWithSecretJson(made, nowMs), secret: null }
}

function certificateJson(chain: string): CertificateJson {
  const { subject, fingerprintSha256, expiresAt } = describeCertificate(chain)
  return { subject, fingerprint_sha256: fingerprintSha256, expires_at: toIso(expiresAt) }
}

function rotationJson({ secrets }: ReadWebhook, nowMs: number) {
  const next = secrets?.next
  if (next === undefined || next.activatesAt <= nowMs) return null
  return { activates_at: toIso(next.activatesAt) }
}

export function testJson(result: TestResult): TestJson {
  return {
    delivered: result.delivered,
    status_code: result.statusCode ?? null,
    duration_ms: result.durationMs,
    error: result.error ?? null,
  }
}
