// Stores events. Bodies are passed in and out encrypted.

import { orUndefined } from '../db/columns.ts'
import { prepareInsert } from '../db/prepared-insert.ts'
import { prepareList } from '../db/prepared-list.ts'
import { type Reader, type Trx, writeByCommit } from '../db/transaction.ts'
import type { EncryptedUnder, Event } from './event.ts'

export interface EncryptedEvent extends Event {
  readonly encryptedUnder: EncryptedUnder
  /** undefined once the body was pruned or erased. */
  readonly encryptedBody: Buffer | undefined
}

export async function insertEvent(
  trx: Trx,
  event: Event,
  encrypted: { readonly encryptedUnder: EncryptedUnder; readonly body: Buffer },
): Promise<void> {
  await writeByCommit(trx, insertOne, {
    id: event.id,
    environment: event.environment,
    type: event.type,
    subject_id: event.subjectId,
    encrypted_under: encrypted.encryptedUnder,
    body: encrypted.body,
    created_at: event.createdAt,
  })
}

const insertOne = prepareInsert('events')

export async function listEvents(
  db: Reader,
  ids: readonly string[],
): Promise<readonly EncryptedEvent[]> {
  return (await listByIds.all(db, ids, {})).map((row) => ({
    id: row.id,
    environment: row.environment,
    type: row.type,
    subjectId: row.subject_id,
    encryptedUnder: row.encrypted_under,
    encryptedBody: orUndefined(row.body),
    createdAt: row.created_at,
  }))
}

const listByIds = prepareList((db, ids) =>
  db
    .selectFrom('events')
    .select(['id', 'environment', 'type', 'subject_id', 'encrypted_under', 'body', 'created_at'])
    .where('id', 'in', ids),
)

/** Returns the ids of the events whose bodies have not been pruned or erased yet. */
export async function listKeptBodies(
  db: Reader,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await listKept.all(db, ids, {})).map(({ id }) => id))
}

const listKept = prepareList((db, ids) =>
  db.selectFrom('events').select('id').where('id', 'in', ids).where('body', 'is not', null),
)
