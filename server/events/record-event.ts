// Writes an event to the outbox, in the transaction of the change that caused it, so that neither
// exists without the other.

import { type EncryptionKey, encrypt } from '../crypto/encrypt.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Trx } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { type Event, eventBody } from './event.ts'
import { insertEvent } from './event-store.ts'

export interface RecordEventNeeds {
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'encryptSmall'>
}

export interface NewEvent extends Pick<Event, 'environment' | 'type' | 'subjectId'> {
  /** The `data` of the body. */
  readonly payload: unknown
  /**
   * The verification's data key, so that erasing the verification erases the body, too. Undefined
   * where there is none or it does not open.
   */
  readonly dataKey: EncryptionKey | undefined
}

export async function recordEvent(
  needs: RecordEventNeeds,
  trx: Trx,
  newEvent: NewEvent,
): Promise<Event> {
  const { environment, type, subjectId, payload, dataKey } = newEvent
  const createdAt = needs.clock.now()
  const event: Event = { id: newId('evt', createdAt), environment, type, subjectId, createdAt }
  await keepEvent(needs, trx, event, { plaintext: eventBody(event, payload), dataKey })
  return event
}

/** Writes an event whose body was already sent, with exactly those bytes. */
export async function keepEvent(
  needs: Pick<RecordEventNeeds, 'keyring'>,
  trx: Trx,
  event: Event,
  body: { readonly plaintext: Buffer } & Pick<NewEvent, 'dataKey'>,
): Promise<void> {
  const { plaintext, dataKey } = body
  const binding = bodyBinding(event.id)
  const encrypted = dataKey
    ? ({ encryptedUnder: 'subject', body: encrypt(dataKey, plaintext, binding) } as const)
    : ({
        encryptedUnder: 'appliance',
        body: needs.keyring.encryptSmall('event', plaintext, binding),
      } as const)
  await insertEvent(trx, event, encrypted)
}

/** The associated data of an encrypted body, which binds it to its event. */
export function bodyBinding(eventId: string): string {
  return `events.body:${eventId}`
}
