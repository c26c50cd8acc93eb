// Keeps events. Bodies go in and come out sealed.

import { orUndefined } from '../db/columns.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import type { Event, SealedUnder } from './event.ts'

export interface SealedEvent extends Event {
  readonly sealedUnder: SealedUnder
  /** undefined once its time of keeping is over or the subject was erased. */
  readonly sealedBody: Buffer | undefined
}

export async function insertEvent(
  trx: Trx,
  event: Event,
  sealed: { readonly sealedUnder: SealedUnder; readonly body: Buffer },
): Promise<void> {
  await trx
    .insertInto('events')
    .values({
      id: event.id,
      environment: event.environment,
      type: event.type,
      subject_id: event.subjectId,
      sealed_under: sealed.sealedUnder,
      body: sealed.body,
      created_at: event.createdAt,
    })
    .execute()
}

export async function listEvents(
  db: Reader,
  ids: readonly string[],
): Promise<readonly SealedEvent[]> {
  const rows = await db
    .selectFrom('events')
    .select(['id', 'environment', 'type', 'subject_id', 'sealed_under', 'body', 'created_at'])
    .where('id', 'in', ids)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    environment: row.environment,
    type: row.type,
    subjectId: row.subject_id,
    sealedUnder: row.sealed_under,
    sealedBody: orUndefined(row.body),
    createdAt: row.created_at,
  }))
}

/** Those of these events whose body is still kept. */
export async function listKeptBodies(
  db: Reader,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('events')
    .select('id')
    .where('id', 'in', ids)
    .where('body', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
