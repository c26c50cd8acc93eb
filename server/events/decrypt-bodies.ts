// Decrypts the bodies of events for sending, many at a time.

import { decrypt, tryDecrypt } from '../crypto/encrypt.ts'
import type { Keyring } from '../crypto/keyring.ts'
import { openDataKeys } from '../data-keys/open-data-key.ts'
import type { Reader } from '../db/transaction.ts'
import type { Event } from './event.ts'
import { type EncryptedEvent, listEvents, listKeptBodies } from './event-store.ts'
import { bodyBinding } from './record-event.ts'

export interface DecryptedEvent extends Event {
  /** undefined when the body was deleted or does not open. */
  readonly body: Buffer | undefined
}

interface OpenBodiesNeeds {
  readonly keyring: Keyring
}

export async function decryptBodies(
  needs: OpenBodiesNeeds,
  db: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DecryptedEvent>> {
  const events = await listEvents(db, ids)
  const ofSubjects = events.filter(({ encryptedUnder }) => encryptedUnder === 'subject')
  const subjectIds = ofSubjects.map(({ subjectId }) => subjectId)
  const dataKeys = await openDataKeys(needs, db, subjectIds)
  return new Map(
    events.map((event) => {
      const { encryptedBody, encryptedUnder, ...plain } = event
      return [event.id, { ...plain, body: openBody(needs, event, dataKeys) }]
    }),
  )
}

function openBody(
  { keyring }: OpenBodiesNeeds,
  { id, subjectId, encryptedUnder, encryptedBody }: EncryptedEvent,
  dataKeys: Awaited<ReturnType<typeof openDataKeys>>,
): Buffer | undefined {
  if (encryptedBody === undefined) return undefined
  const binding = bodyBinding(id)
  const dataKey = dataKeys.get(subjectId)
  return tryDecrypt(() =>
    encryptedUnder === 'appliance'
      ? keyring.decryptSmall('event', encryptedBody, binding)
      : dataKey && decrypt(dataKey, encryptedBody, binding),
  )
}

/**
 * Returns the ids of the events whose bodies have not been pruned or erased yet; checked before a
 * body decrypted earlier is sent.
 */
export function listSendable(db: Reader, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return listKeptBodies(db, ids)
}
