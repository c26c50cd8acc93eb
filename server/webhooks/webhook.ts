// The webhook endpoint: a URL of a client that events are sent to (specification 2.5, rulings 6).

import type { EventType, SubscribableEvent } from '../events/event.ts'
import type { Environment } from '../kernel/environment.ts'
import type { ClientCertificate } from './client-certificate.ts'
import type { SecretState, TimestampMode } from './sign.ts'

export interface Webhook {
  readonly id: string
  readonly environment: Environment
  readonly url: string
  readonly events: readonly SubscribableEvent[]
  readonly description: string | undefined
  /**
   * Changed by the client or an administrator only, or by the opt-in policy for receivers that
   * answer 410 (rulings 6.5).
   */
  readonly active: boolean
  readonly timestampMode: TimestampMode
  /** PEM chain, sent to a receiver that asks for a client certificate. */
  readonly clientCertificate: string | undefined
  readonly version: number
  /** Since when every finished attempt has failed; undefined while healthy. */
  readonly failingSince: number | undefined
  readonly createdAt: number
}

/**
 * A webhook as it is shown and changed, which must work even where its encrypted secrets are
 * damaged.
 */
export interface ReadWebhook extends Webhook {
  /** undefined where they do not open: then nothing can be signed until the secret is rotated. */
  readonly secrets: SecretState | undefined
  /** PEM; undefined where there is none or it does not open. */
  readonly clientKey: string | undefined
}

/** A webhook with all secrets that sending needs. */
export interface OpenedWebhook extends ReadWebhook {
  readonly secrets: SecretState
  /** PEM, together with `clientCertificate`. */
  readonly clientKey: string | undefined
}

/** Whether all secrets that sending needs could be decrypted. */
export function isOpened(webhook: ReadWebhook): webhook is OpenedWebhook {
  const { secrets, clientCertificate, clientKey } = webhook
  return secrets !== undefined && (clientCertificate === undefined || clientKey !== undefined)
}

/** What a client or an administrator asks of a new webhook. */
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

export interface EncryptedSecrets {
  readonly secrets: Buffer
  readonly clientKey: Buffer | undefined
}

export function isSubscribed({ active, events }: Webhook, type: EventType): boolean {
  return active && events.some((event) => event === type)
}

/** Webhooks of one environment: more would make every verification write too many deliveries. */
export const webhooksMax = 50

/** An address that waits for approval. */
export interface WaitingAddress {
  readonly url: string
  /** Whether the webhook itself is new; nothing is sent to it before the approval. */
  readonly isNew: boolean
  readonly expiresAt: number
}

/** A webhook with its newly generated secret, which no other response shows. */
export interface WebhookWithSecret {
  readonly webhook: ReadWebhook
  readonly secret: string
}
