// Parses requests about webhook endpoints, of clients and administrators, with every fault at once: those of the
// fields, of the address and of the client certificate.

import type { TargetPolicy } from '../../egress/target-policy.ts'
import { type Fault, refuseFaults } from '../../kernel/app-error.ts'
import { hintAtMisspelling } from '../../kernel/nearest-name.ts'
import { type Parsed, parseOrFault, parseOrRefuse } from '../../kernel/parse-or-refuse.ts'
import { type ClientCertificate, readClientCertificate } from '../../webhooks/client-certificate.ts'
import type { NewWebhook, WebhookChange } from '../../webhooks/webhook.ts'
import { parseWebhookUrl } from '../../webhooks/webhook-url.ts'
import { newWebhookSchema, secretRotationSchema, webhookChangeSchema } from './webhook-api.ts'

export interface WebhookRules {
  /** Which addresses webhooks may have, as far as this can be checked without DNS. */
  readonly policy: TargetPolicy
  readonly nowMs: number
}

/** @throws AppError `invalid_webhook_url` where only the URL is wrong, else `invalid_request` */
export function parseNewWebhook(body: unknown, rules: WebhookRules): NewWebhook {
  const { data, url, certificate } = parseWhole(parseOrFault(newWebhookSchema, body), body, rules)
  return {
    url: url ?? data.url,
    events: data.events,
    description: data.description,
    active: data.active ?? true,
    timestampMode: data.timestamp_mode ?? 'auto',
    clientCertificate: certificate,
  }
}

/**
 * Parses at least one of the same fields.
 * @throws AppError as `parseNewWebhook` does
 */
export function parseWebhookChange(body: unknown, rules: WebhookRules): WebhookChange {
  const parsed = parseOrFault(webhookChangeSchema, body)
  const { data, url, certificate } = parseWhole(parsed, body, rules)
  const { events, description, active, timestamp_mode: timestampMode } = data
  const change = {
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events }),
    ...(active === undefined ? {} : { active }),
    ...(timestampMode === undefined ? {} : { timestampMode }),
    ...(description === undefined ? {} : { description: description || undefined }),
    ...(data.client_certificate === undefined ? {} : { clientCertificate: certificate }),
  }
  if (Object.keys(change).length > 0) return change
  const message = `Nothing is to be changed. Send at least one of url, events, description, active, timestamp_mode or client_certificate.${hintIn(body)}`
  throw refuseFaults([{ param: 'body', code: 'empty', message }])
}

function hintIn(body: unknown): string {
  const known = Object.keys(webhookChangeSchema.shape)
  const sent = Object.keys(Object(body))
  return known.map((name) => hintAtMisspelling(name, sent, known)).find(Boolean) ?? ''
}

/** @throws AppError `invalid_request` */
export function parseSecretRotation(body: unknown): {
  readonly activatesInMs: number
  readonly replacesPending: boolean
} {
  const parsed = parseOrRefuse(secretRotationSchema, body)
  const { activates_in_seconds: seconds, replace_pending: replacesPending } = parsed
  return { activatesInMs: seconds * 1000, replacesPending }
}

interface WholeWebhook<Fields> {
  readonly data: Fields
  /** As it is stored; undefined if none was sent. */
  readonly url: string | undefined
  /** undefined if none was sent, or an empty one. */
  readonly certificate: ClientCertificate | undefined
}

/** Checks apart from the schema what depends on the appliance and the clock, so that the schema is built once. */
function parseWhole<Fields>(
  parsed: Parsed<Fields>,
  body: unknown,
  { policy, nowMs }: WebhookRules,
): WholeWebhook<Fields> {
  const ofFields = parsed.kind === 'faulty' ? parsed.faults.map(withUrlCode) : []
  const sent = typeof body === 'object' && body !== null ? body : {}
  const url = readUrl('url' in sent ? sent.url : undefined, policy)
  const isCertificateFaulty = ofFields.some(({ param }) => param.startsWith(certificateField))
  const certificate = isCertificateFaulty
    ? { faults: [] }
    : readPair(certificateField in sent ? sent[certificateField] : undefined, nowMs)
  const faults = withoutRepeats([...url.faults, ...ofFields, ...certificate.faults])
  if (parsed.kind === 'faulty' || faults.length > 0) throw refuseFaults(faults)
  return { data: parsed.data, url: url.value, certificate: certificate.value }
}

const certificateField = 'client_certificate'

interface Reading<Value> {
  readonly value?: Value
  readonly faults: readonly Fault[]
}

function readUrl(text: unknown, policy: TargetPolicy): Reading<string> {
  if (typeof text !== 'string') return { faults: [] }
  const parsed = parseWebhookUrl(text, policy)
  if (parsed.kind === 'accepted') return { value: parsed.url.href, faults: [] }
  const faults = parsed.faults.map(({ message }) => ({
    param: 'url',
    code: 'invalid_webhook_url',
    message,
  }))
  return { faults }
}

function readPair(pair: unknown, nowMs: number): Reading<ClientCertificate> {
  if (typeof pair !== 'object' || pair === null) return { faults: [] }
  if (!('certificate' in pair && 'private_key' in pair)) return { faults: [] }
  const { certificate, private_key: privateKey } = pair
  if (typeof certificate !== 'string' || typeof privateKey !== 'string') return { faults: [] }
  const reading = readClientCertificate({ certificate, privateKey }, nowMs)
  if (reading.kind === 'good') return { value: reading.certificate, faults: [] }
  const faults = reading.flaws.map(({ field, message }) => ({
    param: `${certificateField}.${field}`,
    code: 'invalid',
    message,
  }))
  return { faults }
}

function withUrlCode(fault: Fault): Fault {
  const isWrongUrl = fault.param === 'url' && fault.code === 'invalid'
  return isWrongUrl ? { ...fault, code: 'invalid_webhook_url' } : fault
}

/** Reports the same wrong value only once. */
function withoutRepeats(faults: readonly Fault[]): readonly Fault[] {
  return faults.filter(
    ({ message }, index) => faults.findIndex((other) => other.message === message) === index,
  )
}
