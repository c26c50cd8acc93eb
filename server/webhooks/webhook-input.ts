// What a client or an administrator may say about a webhook, parsed once, every fault at once.

import { z } from 'zod'
import { type SubscribableEvent, subscribableEvents } from '../events/event.ts'
import { type Fault, refuseFaults } from '../kernel/app-error.ts'
import { unprintable } from '../kernel/unprintable.ts'
import { type ClientCertificate, readClientCertificate } from './client-certificate.ts'
import { type TimestampMode, timestampModes } from './sign.ts'
import type { TargetPolicy } from './target-policy.ts'
import { parseWebhookUrl } from './webhook-url.ts'

export interface NewWebhook {
  readonly url: string
  readonly events: readonly SubscribableEvent[]
  readonly description: string | undefined
  readonly active: boolean
  readonly timestampMode: TimestampMode
  readonly clientCertificate: ClientCertificate | undefined
}

/** What is absent stays as it is; what is there as undefined goes. */
export type WebhookChange = Partial<NewWebhook>

export interface WebhookRules {
  /** Where webhooks may be, as far as that can be told without asking for names. */
  readonly policy: TargetPolicy
  readonly nowMs: number
}

const descriptionCharactersMax = 200
const pemCharactersMax = 32_768

/** @throws AppError `invalid_webhook_url` where only that is wrong, else `invalid_request` */
export function parseNewWebhook(body: unknown, rules: WebhookRules): NewWebhook {
  const parsed = newWebhookBody(rules).safeParse(body, { reportInput: true })
  if (!parsed.success) throw refuseFaults(faultsOf(parsed.error))
  const { data } = parsed
  return {
    url: data.url,
    events: data.events,
    description: data.description ?? undefined,
    active: data.active ?? true,
    timestampMode: data.timestamp_mode ?? 'auto',
    clientCertificate: data.client_certificate ?? undefined,
  }
}

/** Any of the same fields, one at least. @throws AppError as `parseNewWebhook` does */
export function parseWebhookChange(body: unknown, rules: WebhookRules): WebhookChange {
  const parsed = newWebhookBody(rules).partial().safeParse(body, { reportInput: true })
  if (!parsed.success) throw refuseFaults(faultsOf(parsed.error))
  const { url, events, description, active } = parsed.data
  const { timestamp_mode: timestampMode, client_certificate: clientCertificate } = parsed.data
  const change = {
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events }),
    ...(active === undefined ? {} : { active }),
    ...(timestampMode === undefined ? {} : { timestampMode }),
    ...(description === undefined ? {} : { description: description ?? undefined }),
    ...(clientCertificate === undefined
      ? {}
      : { clientCertificate: clientCertificate ?? undefined }),
  }
  if (Object.keys(change).length > 0) return change
  const message = `Nothing is to be changed. Send at least one of url, events, description, active, timestamp_mode or client_certificate.`
  throw refuseFaults([{ param: 'body', code: 'empty', message }])
}

/** Seconds after which a rotated secret signs, where nobody says otherwise (rulings 6.8). */
const activatesInSecondsDefault = 24 * 60 * 60
const activatesInSecondsMax = 30 * 24 * 60 * 60

export const rotationBody = z.object({
  activates_in_seconds: z
    .int({ error: 'activates_in_seconds is a whole number of seconds.' })
    .min(0, 'activates_in_seconds is 0 or more.')
    .max(
      activatesInSecondsMax,
      `activates_in_seconds is at most ${activatesInSecondsMax} (30 days).`,
    )
    .default(activatesInSecondsDefault),
})

/** In how many milliseconds the new secret signs. @throws AppError `invalid_request` */
export function parseSecretRotation(body: unknown): number {
  const parsed = rotationBody.safeParse(body, { reportInput: true })
  if (!parsed.success) throw refuseFaults(faultsOf(parsed.error))
  return parsed.data.activates_in_seconds * 1000
}

const eventNames = subscribableEvents.join(', ')

/** Events are words of ours, so a wrong one may be said back, as far as anybody reads. */
const eventCharactersShownMax = 60

function unknownEvent({ input }: { readonly input?: unknown }): string {
  const isShort = typeof input === 'string' && input.length <= eventCharactersShownMax
  const named = isShort && !unprintable.test(input) ? ` not ${JSON.stringify(input)}` : ''
  return `events may hold ${eventNames}${named && `,${named}`}.`
}

/** Also what the interface document shows. */
export function newWebhookBody({ policy, nowMs }: WebhookRules) {
  return z.object({
    url: z
      .string({ error: 'url is required: the https address that events are sent to.' })
      .transform((text, context) => readUrl(text, policy, context)),
    events: z
      .array(z.enum(subscribableEvents, { error: unknownEvent }), {
        error: `events is required: a list out of ${eventNames}.`,
      })
      .min(1, `events must not be empty; it may hold ${eventNames}.`)
      .transform((given) => subscribableEvents.filter((event) => given.includes(event))),
    description: z
      .string({ error: 'description is a text that tells people what the webhook is for.' })
      .trim()
      .min(1, 'description must not be empty; leave it out where there is nothing to say.')
      .max(
        descriptionCharactersMax,
        `description has at most ${descriptionCharactersMax} characters.`,
      )
      .refine((text) => !unprintable.test(text), 'description holds control characters.')
      .nullable()
      .optional(),
    active: z.boolean({ error: 'active is true or false.' }).optional(),
    timestamp_mode: z
      .enum(timestampModes, { error: `timestamp_mode is one of ${timestampModes.join(', ')}.` })
      .optional(),
    client_certificate: clientCertificate(nowMs).nullable().optional(),
  })
}

function readUrl(text: string, policy: TargetPolicy, context: z.RefinementCtx): string {
  const parsed = parseWebhookUrl(text, policy)
  if (parsed.kind === 'accepted') return parsed.url.href
  for (const { message } of parsed.faults) context.addIssue({ code: 'custom', message })
  return z.NEVER
}

function clientCertificate(nowMs: number) {
  return z
    .object(
      { certificate: pem('certificate'), private_key: pem('private_key') },
      { error: 'client_certificate is an object of certificate and private_key.' },
    )
    .transform(({ certificate, private_key: privateKey }, context) => {
      const reading = readClientCertificate({ certificate, privateKey }, nowMs)
      if (reading.kind === 'good') return reading.certificate
      for (const { field, message } of reading.flaws) {
        context.addIssue({ code: 'custom', path: [field], message })
      }
      return z.NEVER
    })
}

function pem(field: string) {
  return z
    .string({ error: `client_certificate needs ${field}, a text in PEM.` })
    .max(pemCharactersMax, `client_certificate has at most ${pemCharactersMax} characters a part.`)
}

/** The same wrong word twice is one fault. */
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
