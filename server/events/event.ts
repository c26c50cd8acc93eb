// The event: something that happened to a subject and that clients are told of (specification 6). Its
// body is built once, kept as bytes, and those bytes are signed and sent on every attempt.

import { toIso } from '../kernel/clock.ts'
import type { Environment } from '../keys/key.ts'

/** What a client can subscribe to. */
export const subscribableEvents = ['verification.completed', 'verification.failed'] as const
export type SubscribableEvent = (typeof subscribableEvents)[number]

/** `webhook.test` is sent on demand only, to the one who asks for it. */
export const eventTypes = [...subscribableEvents, 'webhook.test'] as const
export type EventType = (typeof eventTypes)[number]

export interface Event {
  readonly id: string
  readonly environment: Environment
  readonly type: EventType
  /** Id of what it happened to: a verification, or the webhook that is tested. */
  readonly subjectId: string
  readonly createdAt: number
}

/** Whose key a body is sealed under: the subject's own data key, or the appliance's. */
export type SealedUnder = 'subject' | 'appliance'

/** The envelope of specification 6 with the event's id (rulings 6.1), as the bytes to sign and send. */
export function eventBody(
  event: Pick<Event, 'id' | 'type' | 'createdAt'>,
  payload: unknown,
): Buffer {
  const { id, type, createdAt } = event
  return Buffer.from(
    JSON.stringify({ id, event: type, data: payload, timestamp: toIso(createdAt) }),
  )
}
