// Parses requests about webhook endpoints, of clients and administrators, once and with every fault
// at once.

import { z } from 'zod'
import type { TargetPolicy } from '../egress/target-policy.ts'
import { type SubscribableEvent, subscribableEvents } from '../events/event.ts'
import { type Fault, refuseFaults } from '../kernel/app-error.ts'
import {
  atMostCharacters,
  choiceFault,
  jsonFlag,
  typeFault,
  typeName,
} from '../kernel/field-shape.ts'
import { unprintable } from '../kernel/unprintable.ts'
import { type ClientCertificate, readClientCertificate } from './client-certificate.ts'
import { type TimestampMode, timestampModes } from './sign.ts'
import { parseWebhookUrl } from './webhook-url.ts'

export interface NewWebhook {
  readonly url: string
  readonly events: readonly SubscribableEvent[]
  readonly description: string | undefined
  readonly active: boolean
  readonly timestampMode: TimestampMode
  readonly clientCertificate: ClientCertificate | undefined
}

/** An absent field stays unchanged; a field set to undefined is removed. */
export type WebhookChange = Partial<NewWebhook>

export interface WebhookRules {
  /** Which addresses webhooks may have, as far as this can be checked without DNS. */
  readonly policy: TargetPolicy
  readonly nowMs: number
}

const descriptionCharactersMax = 200
/** Characters of each PEM part: both fit into the 32 KB of a request body (rulings 9.10). */
const pemCharactersMax = 12_288

/** @throws AppError `invalid_webhook_url` where only the URL is wrong, else `invalid_request` */
export function parseNewWebhook(body: unknown, rules: WebhookRules): NewWebhook {
  const parsed = newWebhookBody(rules).safeParse(body, { reportInput: true })
  if (!parsed.success) throw refuseFaults(faultsOf(parsed.error))
  const { data } = parsed
  return {
    url: data.url,
    events: data.events,
    description: data.description,
    active: data.active ?? true,
    timestampMode: data.timestamp_mode ?? 'auto',
    clientCertificate: data.client_certificate,
  }
}

/**
 * Parses at least one of the same fields.
 * @throws AppError as `parseNewWebhook` does
 */
export function parseWebhookChange(body: unknown, rules: WebhookRules): WebhookChange {
  const parsed = webhookChangeBody(rules).safeParse(body, { reportInput: true })
  if (!parsed.success) throw refuseFaults(faultsOf(parsed.error))
  const { url, events, description, active } = parsed.data
  const { timestamp_mode: timestampMode, client_certificate: clientCertificate } = parsed.data
  const change = {
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events }),
    ...(active === undefined ? {} : { active }),
    ...(timestampMode === undefined ? {} : { timestampMode }),
    ...(description === undefined ? {} : { description: description || undefined }),
    ...(clientCertificate === undefined
      ? {}
      : { clientCertificate: clientCertificate === 'none' ? undefined : clientCertificate }),
  }
  if (Object.keys(change).length > 0) return change
  const message = `Nothing is to be changed. Send at least one of url, events, description, active, timestamp_mode or client_certificate.`
  throw refuseFaults([{ param: 'body', code: 'empty', message }])
}

/** Default delay in seconds before a rotated secret signs (rulings 6.8). */
const activatesInSecondsDefault = 24 * 60 * 60
const activatesInSecondsMax = 30 * 24 * 60 * 60

export const rotationBody = z.object({
  activates_in_seconds: z
    .int({ error: typeFault('activates_in_seconds', 'a whole number of seconds') })
    .min(0, 'activates_in_seconds is 0 or more.')
    .max(
      activatesInSecondsMax,
      `activates_in_seconds is at most ${activatesInSecondsMax} (30 days).`,
    )
    .default(activatesInSecondsDefault),
  replace_pending: jsonFlag('replace_pending').default(false),
})

/** @throws AppError `invalid_request` */
export function parseSecretRotation(body: unknown): {
  readonly activatesInMs: number
  readonly replacesPending: boolean
} {
  const parsed = rotationBody.safeParse(body, { reportInput: true })
  if (!parsed.success) throw refuseFaults(faultsOf(parsed.error))
  const { activates_in_seconds: seconds, replace_pending: replacesPending } = parsed.data
  return { activatesInMs: seconds * 1000, replacesPending }
}

const eventNames = subscribableEvents.join(', ')

/** An unknown event name of at most this length is repeated in the error message. */
const eventCharactersShownMax = 60

function unknownEvent({ input }: { readonly input?: unknown }): string {
  const isShort = typeof input === 'string' && input.length <= eventCharactersShownMax
  const named = isShort && !unprintable.test(input) ? ` not ${JSON.stringify(input)}` : ''
  return `events may hold ${eventNames}${named && `,${named}`}.`
}

/** Also the source of the OpenAPI schema. */
export function newWebhookBody({ policy, nowMs }: WebhookRules) {
  return z.object({
    url: z
      .string({ error: typeFault('url', 'the https address that events are sent to') })
      .transform((text, context) => readUrl(text, policy, context)),
    events: z
      .array(z.enum(subscribableEvents, { error: unknownEvent }), {
        error: typeFault('events', `a list out of ${eventNames}`),
      })
      .min(1, `events must not be empty; it may hold ${eventNames}.`)
      .transform((given) => subscribableEvents.filter((event) => given.includes(event))),
    description: description(1).optional(),
    active: jsonFlag('active').optional(),
    timestamp_mode: z
      .enum(timestampModes, { error: choiceFault('timestamp_mode', timestampModes) })
      .optional(),
    client_certificate: clientCertificate(nowMs).optional(),
  })
}

/** An absent field stays unchanged, so null cannot mean removal (rulings 9.1). */
export function webhookChangeBody(rules: WebhookRules) {
  return newWebhookBody(rules)
    .partial()
    .extend({
      description: description(0).optional(),
      client_certificate: clientCertificateOrNone(rules.nowMs).optional(),
    })
}

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

function readUrl(text: string, policy: TargetPolicy, context: z.RefinementCtx): string {
  const parsed = parseWebhookUrl(text, policy)
  if (parsed.kind === 'accepted') return parsed.url.href
  for (const { message } of parsed.faults) context.addIssue({ code: 'custom', message })
  return z.NEVER
}

const shapeOfCertificate = 'an object of certificate and private_key'

function clientCertificate(nowMs: number) {
  return z
    .object(
      { certificate: pem('certificate'), private_key: pem('private_key') },
      { error: typeFault('client_certificate', shapeOfCertificate) },
    )
    .transform((pair, context) => readPair(pair, nowMs, context))
}

/** An empty object removes the certificate; only one of the two parts is an error. */
function clientCertificateOrNone(nowMs: number) {
  return z
    .object(
      { certificate: pem('certificate').optional(), private_key: pem('private_key').optional() },
      { error: typeFault('client_certificate', shapeOfCertificate) },
    )
    .transform(({ certificate, private_key }, context) => {
      if (certificate === undefined && private_key === undefined) return 'none'
      if (certificate !== undefined && private_key !== undefined) {
        return readPair({ certificate, private_key }, nowMs, context)
      }
      const field = certificate === undefined ? 'certificate' : 'private_key'
      const message = `client_certificate needs ${field}, a text in PEM.`
      context.addIssue({ code: 'custom', path: [field], message })
      return z.NEVER
    })
}

function readPair(
  pair: { readonly certificate: string; readonly private_key: string },
  nowMs: number,
  context: z.RefinementCtx,
): ClientCertificate {
  const { certificate, private_key: privateKey } = pair
  const reading = readClientCertificate({ certificate, privateKey }, nowMs)
  if (reading.kind === 'good') return reading.certificate
  for (const { field, message } of reading.flaws) {
    context.addIssue({ code: 'custom', path: [field], message })
  }
  return z.NEVER
}

function pem(field: string) {
  return z
    .string({
      error: ({ input }) =>
        `client_certificate needs ${field}, a text in PEM${input === undefined ? '' : `, not ${typeName(input)}`}.`,
    })
    .max(pemCharactersMax, `client_certificate has at most ${pemCharactersMax} characters a part.`)
}

/** Reports the same wrong value only once. */
function faultsOf({ issues }: z.core.$ZodError): readonly Fault[] {
  const faults = issues.map(toFault)
  return faults.filter(
    ({ message }, index) => faults.findIndex((other) => other.message === message) === index,
  )
}

function toFault(issue: z.core.$ZodIssue): Fault {
  const param = issue.path.join('.') || 'body'
  const { message } = issue
  if (issue.input === undefined && issue.code !== 'custom')
    return { param, code: 'missing', message }
  return { param, code: param === 'url' ? 'invalid_webhook_url' : 'invalid', message }
}
