// The webhook: an address of a client that events are sent to (specification 2.5, rulings 6).

import type { EventType, SubscribableEvent } from '../events/event.ts'
import type { Environment } from '../keys/key.ts'
import type { SecretState, TimestampMode } from './sign.ts'

export interface Webhook {
  readonly id: string
  readonly environment: Environment
  readonly url: string
  readonly events: readonly SubscribableEvent[]
  readonly description: string | undefined
  /** Only its owner changes it, or the opt-in policy for receivers that are gone (rulings 6.5). */
  readonly active: boolean
  readonly timestampMode: TimestampMode
  /** PEM chain that is shown to a receiver which asks for one. */
  readonly clientCertificate: string | undefined
  /** Grows with every change. */
  readonly version: number
  /** Since when every finished attempt has failed; undefined while healthy. */
  readonly failingSince: number | undefined
  readonly createdAt: number
}

/** A webhook as it is shown and changed. Damage to what is sealed of it must not stand in the way of that. */
export interface ReadWebhook extends Webhook {
  /** undefined where they do not open: nothing can be signed until there is another. */
  readonly secrets: SecretState | undefined
  /** PEM; undefined also where it does not open. */
  readonly clientKey: string | undefined
}

/** A webhook as sending needs it: with its secrets. */
export interface OpenedWebhook extends ReadWebhook {
  readonly secrets: SecretState
  /** PEM, together with `clientCertificate`. */
  readonly clientKey: string | undefined
}

/** Whether all of it opened that sending needs. */
export function isOpened(webhook: ReadWebhook): webhook is OpenedWebhook {
  const { secrets, clientCertificate, clientKey } = webhook
  return secrets !== undefined && (clientCertificate === undefined || clientKey !== undefined)
}

export interface SealedSecrets {
  readonly secrets: Buffer
  readonly clientKey: Buffer | undefined
}

export function isSubscribed({ active, events }: Webhook, type: EventType): boolean {
  return active && events.some((event) => event === type)
}

/** More would make every verification write more than anyone reads. */
export const webhooksMax = 50
