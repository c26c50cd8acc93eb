// The wire shape of a webhook endpoint (specification 2.5 and 4.5). Only the responses that create
// a secret show it.

import type { SubscribableEvent } from '../events/event.ts'
import { toIso } from '../kernel/clock.ts'
import type { Environment } from '../keys/key.ts'
import { describeCertificate } from './client-certificate.ts'
import type { WebhookWithSecret } from './register-webhook.ts'
import type { TimestampMode } from './sign.ts'
import { isOpened, type ReadWebhook } from './webhook.ts'

export interface WebhookJson {
  readonly id: string
  readonly environment: Environment
  readonly url: string
  readonly events: readonly SubscribableEvent[]
  /** Left out when there is none. */
  readonly description?: string
  readonly active: boolean
  readonly timestamp_mode: TimestampMode
  /** Since when every finished attempt has failed; null while healthy. */
  readonly failing_since: string | null
  readonly client_certificate: CertificateJson | null
  /** When the new secret begins to sign; null without a pending rotation. */
  readonly secret_rotation: { readonly activates_at: string } | null
  /**
   * False where the stored secrets are damaged: then deliveries stay pending until the secrets are
   * replaced.
   */
  readonly secrets_readable: boolean
  readonly created_at: string
}

export interface CertificateJson {
  readonly subject: string
  readonly fingerprint_sha256: string
  readonly expires_at: string
}

export interface WebhookWithSecretJson extends WebhookJson {
  readonly secret: string
}

/** The secret is null in the replay of an idempotent request. */
export interface ShownWebhookJson extends WebhookJson {
  readonly secret: string | null
}

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
    failing_since: failingSince === undefined ? null : toIso(failingSince),
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
