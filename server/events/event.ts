// The event: a change that is published to webhooks (specification 6). Its body is built once and
// stored as bytes; these bytes are signed and sent on every attempt. Actions of the audit log are another list
// (audit/audit.ts); an action and an event may have the same name.

import { toIso } from '../kernel/clock.ts'
import type { Environment } from '../kernel/environment.ts'

/** The events that a webhook can subscribe to. */
export const subscribableEvents = [
  'verification.completed',
  'verification.failed',
  'review.closed',
] as const
export type SubscribableEvent = (typeof subscribableEvents)[number]

interface EventMeaning {
  readonly en: string
  readonly fr: string
  readonly ar: string
}

/** When each of them is sent: a sentence in every language of the console; `svc help` shows the English one. */
export const eventMeanings: Readonly<Record<SubscribableEvent, EventMeaning>> = {
  'verification.completed': {
    en: 'A verification was approved, with its score if any.',
    fr: 'Une vérification a été approuvée, avec son score s’il y en a un.',
    ar: 'قُبلت عملية تحقق، مع تقييمها إن وُجد.',
  },
  'verification.failed': {
    en: 'A verification was declined or ended in an error.',
    fr: 'Une vérification a été refusée ou s’est terminée en erreur.',
    ar: 'رُفضت عملية تحقق أو انتهت بخطأ.',
  },
  'review.closed': {
    en: 'A review upheld or overturned the automatic decision.',
    fr: 'Un examen a maintenu ou infirmé la décision automatique.',
    ar: 'أكدت مراجعة القرار الآلي أو نقضته.',
  },
}

/** `webhook.test` is only sent on request, to the tested webhook. */
export const eventTypes = [...subscribableEvents, 'webhook.test'] as const
export type EventType = (typeof eventTypes)[number]

export interface Event {
  readonly id: string
  readonly environment: Environment
  readonly type: EventType
  /**
   * Id of the verification that the event is about, which the delivery log shows and erasing needs; of the tested
   * webhook for `webhook.test`.
   */
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
