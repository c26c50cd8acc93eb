// Builds the HTTP request of one attempt: the stored bytes of the body, the signature headers for
// this moment, and headers that identify the delivery (specification 5.6 to 5.8).

import type { DecryptedEvent } from '../events/decrypt-bodies.ts'
import { apiVersion } from '../kernel/api-version.ts'
import { memoise } from '../kernel/memoise.ts'
import type { ClientCertificate } from '../webhooks/client-certificate.ts'
import { signatureHeaders } from '../webhooks/sign.ts'
import type { OpenedWebhook } from '../webhooks/webhook.ts'

export interface DeliveryRequest {
  /** As `parseWebhookUrl` accepted it. */
  readonly url: URL
  /** Sent as they are, with `Host`, `Connection` and `Content-Length` besides. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly clientCertificate?: ClientCertificate | undefined
}

const urlsKeptMax = 1_000
const urlOf = memoise(urlsKeptMax, (url) => new URL(url))

/**
 * All headers but the signature ones only inform; everything a receiver relies on is in the signed
 * body.
 */
export function buildRequest(input: {
  readonly webhook: OpenedWebhook
  readonly event: DecryptedEvent & { readonly body: Buffer }
  readonly deliveryId: string
  /** Number of the attempt, from 1. */
  readonly attempt: number
  readonly nowMs: number
}): DeliveryRequest {
  const { webhook, event, nowMs } = input
  const { clientCertificate: certificate, clientKey: privateKey } = webhook
  const { body } = event
  const { secrets, timestampMode: mode } = webhook
  const signed = signatureHeaders({ secrets, mode, createdAt: event.createdAt, nowMs, body })
  return {
    url: urlOf(webhook.url),
    body,
    clientCertificate: certificate && privateKey ? { certificate, privateKey } : undefined,
    headers: {
      'content-type': 'application/json',
      'user-agent': `svc-webhooks/${apiVersion}`,
      'svc-webhook-id': webhook.id,
      'svc-event-id': event.id,
      'svc-event-type': event.type,
      'svc-event-timestamp': String(Math.floor(event.createdAt / 1000)),
      'svc-delivery-id': input.deliveryId,
      'svc-attempt': String(input.attempt),
      ...signed,
    },
  }
}
