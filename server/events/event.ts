// The event: a change that is published to webhooks (specification 6). Its body is built once and
// stored as bytes; these bytes are signed and sent on every attempt.

import { toIso } from '../kernel/clock.ts'
import type { Environment } from '../kernel/environment.ts'

/** The events that a webhook can subscribe to. */
export const subscribableEvents = ['verification.completed', 'verification.failed'] as const
export type SubscribableEvent = (typeof subscribableEvents)[number]

/** What each of them tells. */
export const eventMeanings: Readonly<Record<SubscribableEvent, string>> = {
  'verification.completed': 'a verification was approved',
  'verification.failed': 'a verification was declined, or failed with an error',
}

/** `webhook.test` is only sent on request, to the tested webhook. */
export const eventTypes = [...subscribableEvents, 'webhook.test'] as const
export type EventType = (typeof eventTypes)[number]

export interface Event {
  readonly id: string
  readonly environment: Environment
  readonly type: EventType
  /** Id of the verification, or of the tested webhook. */
  readonly subjectId: string
  readonly createdAt: number
}

/** The key that encrypts a body: the verification's own data key, or the appliance's. */
export type EncryptedUnder = 'subject' | 'appliance'

/**
 * Builds the body: the envelope of specification 6 with the event's id (rulings 6.1), as the bytes
 * to sign and send.
 */
export function eventBody(
  event: Pick<Event, 'id' | 'type' | 'createdAt'>,
  payload: unknown,
): Buffer {
  const { id, type, createdAt } = event
  return Buffer.from(
    JSON.stringify({ id, event: type, data: payload, timestamp: toIso(createdAt) }),
  )
}
