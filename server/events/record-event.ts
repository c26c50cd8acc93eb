// Writes an event into the outbox, in the transaction of what happened, so that neither exists without
// the other.

import type { Keyring } from '../crypto/keyring.ts'
import { type SealingKey, seal } from '../crypto/seal.ts'
import type { Trx } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { type Event, eventBody } from './event.ts'
import { insertEvent } from './event-store.ts'

export interface RecordEventNeeds {
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'sealSmall'>
}

export interface Happening extends Pick<Event, 'environment' | 'type' | 'subjectId'> {
  /** What becomes `data` of the body. */
  readonly payload: unknown
  /**
   * The subject's data key, so that erasing the subject reaches the body, too. Undefined where it has
   * none or none that opens.
   */
  readonly dataKey: SealingKey | undefined
}

export async function recordEvent(
  needs: RecordEventNeeds,
  trx: Trx,
  happening: Happening,
): Promise<Event> {
  const { environment, type, subjectId, payload, dataKey } = happening
  const createdAt = needs.clock.now()
  const event: Event = { id: newId('evt', createdAt), environment, type, subjectId, createdAt }
  await keepEvent(needs, trx, event, { plaintext: eventBody(event, payload), dataKey })
  return event
}

/** Writes an event whose body has gone out already: the bytes that are kept are those that were sent. */
export async function keepEvent(
  needs: Pick<RecordEventNeeds, 'keyring'>,
  trx: Trx,
  event: Event,
  body: { readonly plaintext: Buffer } & Pick<Happening, 'dataKey'>,
): Promise<void> {
  const { plaintext, dataKey } = body
  const place = bodyPlace(event.id)
  const sealed = dataKey
    ? ({ sealedUnder: 'subject', body: seal(dataKey, plaintext, place) } as const)
    : ({
        sealedUnder: 'appliance',
        body: needs.keyring.sealSmall('event', plaintext, place),
      } as const)
  await insertEvent(trx, event, sealed)
}

/** Where a body belongs; it opens nowhere else. */
export function bodyPlace(eventId: string): string {
  return `events.body:${eventId}`
}
