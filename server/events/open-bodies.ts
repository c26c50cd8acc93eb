// Opens the bodies of events for sending, many at a time.

import type { Keyring } from '../crypto/keyring.ts'
import { UnsealError, unseal } from '../crypto/seal.ts'
import { openDataKeys } from '../data-keys/open-data-key.ts'
import type { Reader } from '../db/transaction.ts'
import type { Event } from './event.ts'
import { listEvents, listKeptBodies, type SealedEvent } from './event-store.ts'
import { bodyPlace } from './record-event.ts'

export interface OpenedEvent extends Event {
  /** undefined when it is not kept any more, or does not open. */
  readonly body: Buffer | undefined
}

interface OpenBodiesNeeds {
  readonly keyring: Keyring
}

export async function openBodies(
  needs: OpenBodiesNeeds,
  db: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OpenedEvent>> {
  const events = await listEvents(db, ids)
  const ofSubjects = events.filter(({ sealedUnder }) => sealedUnder === 'subject')
  const subjectIds = ofSubjects.map(({ subjectId }) => subjectId)
  const dataKeys = await openDataKeys(needs, db, subjectIds)
  return new Map(
    events.map((event) => {
      const { sealedBody, sealedUnder, ...plain } = event
      return [event.id, { ...plain, body: openBody(needs, event, dataKeys) }]
    }),
  )
}

function openBody(
  { keyring }: OpenBodiesNeeds,
  { id, subjectId, sealedUnder, sealedBody }: SealedEvent,
  dataKeys: Awaited<ReturnType<typeof openDataKeys>>,
): Buffer | undefined {
  if (sealedBody === undefined) return undefined
  const place = bodyPlace(id)
  try {
    if (sealedUnder === 'appliance') return keyring.openSmall('event', sealedBody, place)
    const dataKey = dataKeys.get(subjectId)
    return dataKey && unseal(dataKey, sealedBody, place)
  } catch (error) {
    if (error instanceof UnsealError) return undefined
    throw error
  }
}

/** Whether what was opened some time ago may still be sent: those of these events that keep their body. */
export function stillKept(db: Reader, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return listKeptBodies(db, ids)
}
