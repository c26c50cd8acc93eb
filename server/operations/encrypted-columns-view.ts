// Reads every encrypted column of the database in pages, with the key and the place that each value is bound to.
// Verifying the encryption and replacing a key both walk over these.

import type { EncryptionPurpose } from '../crypto/purpose-key.ts'
import type { Reader } from '../db/transaction.ts'
import { noteBoundTo } from '../reviews/review-entry.ts'

/** One encrypted value. */
export interface EncryptedCell {
  /** Such as `webhooks.secrets`. */
  readonly column: EncryptedColumnName
  /** Of its row; of an idempotency row, the two parts of its key with a space between. */
  readonly id: string
  readonly encrypted: Buffer
  readonly under:
    | { readonly kind: 'purpose'; readonly purpose: EncryptionPurpose }
    /** The data key of this verification. */
    | { readonly kind: 'subject'; readonly subjectId: string }
  readonly boundTo: string
}

interface CellPage {
  readonly cells: readonly EncryptedCell[]
  /** Id of the last row read; undefined once there are no more. */
  readonly last: string | undefined
}

interface EncryptedTable {
  readonly name: string
  /** Prefix of the ids of a table that may be too large to be read whole; ids follow time. */
  readonly idPrefix: string | undefined
  /** The columns under purpose keys that are read; undefined for all columns. */
  readonly purpose: EncryptionPurpose | undefined
  read(db: Reader, after: string, limit: number): Promise<CellPage>
}

type EncryptedColumnName =
  | 'verifications.claims'
  | 'verifications.provider_answer'
  | 'zone_readings.zone'
  | 'face_comparisons.advice'
  | 'review_entries.note'
  | 'events.body'
  | 'idempotency.body'
  | 'webhooks.secrets'
  | 'webhooks.client_key'
  | 'users.totp'
  | 'sessions.offered_totp'
  | 'approvals.facts'
  | 'approvals.payload'
  | 'approvals.note'
  | 'certificate_keys.private_key'

export const encryptedTables: readonly EncryptedTable[] = [
  {
    name: 'verifications',
    idPrefix: 'ver',
    purpose: undefined,
    async read(db, after, limit) {
      const rows = await db
        .selectFrom('verifications')
        .select(['id', 'claims', 'provider_answer'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      return page(rows, ({ id, claims, provider_answer: answer }) => [
        ...ofSubject('verifications.claims', id, id, claims, `verifications.claims:${id}`),
        ...ofSubject(
          'verifications.provider_answer',
          id,
          id,
          answer,
          `verifications.provider_answer:${id}`,
        ),
      ])
    },
  },
  {
    name: 'zone_readings',
    idPrefix: 'ver',
    purpose: undefined,
    async read(db, after, limit) {
      const rows = await db
        .selectFrom('zone_readings')
        .select(['verification_id as id', 'zone'])
        .where('verification_id', '>', after)
        .orderBy('verification_id')
        .limit(limit)
        .execute()
      return page(rows, ({ id, zone }) =>
        ofSubject('zone_readings.zone', id, id, zone, `zone_readings.zone:${id}`),
      )
    },
  },
  {
    name: 'face_comparisons',
    idPrefix: 'ver',
    purpose: undefined,
    async read(db, after, limit) {
      const rows = await db
        .selectFrom('face_comparisons')
        .select(['verification_id as id', 'advice'])
        .where('verification_id', '>', after)
        .orderBy('verification_id')
        .limit(limit)
        .execute()
      return page(rows, ({ id, advice }) =>
        ofSubject('face_comparisons.advice', id, id, advice, `face_comparisons.advice:${id}`),
      )
    },
  },
  {
    name: 'review_entries',
    idPrefix: undefined,
    purpose: undefined,
    async read(db, after, limit) {
      const rows = await db
        .selectFrom('review_entries')
        .innerJoin('reviews', 'reviews.id', 'review_entries.review_id')
        .select(['review_entries.id', 'reviews.verification_id', 'review_entries.note'])
        .where('review_entries.id', '>', after)
        .orderBy('review_entries.id')
        .limit(limit)
        .execute()
      return page(rows, ({ id, verification_id: subjectId, note }) =>
        ofSubject('review_entries.note', id, subjectId, note, noteBoundTo(id)),
      )
    },
  },
  {
    name: 'events',
    idPrefix: 'evt',
    purpose: 'event',
    async read(db, after, limit) {
      const rows = await db
        .selectFrom('events')
        .select(['id', 'subject_id', 'encrypted_under', 'body'])
        .where('body', 'is not', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      return page(rows, ({ id, subject_id: subjectId, encrypted_under: under, body }) =>
        under === 'subject'
          ? ofSubject('events.body', id, subjectId, body, `events.body:${id}`)
          : ofPurpose('events.body', id, 'event', body, `events.body:${id}`),
      )
    },
  },
  {
    name: 'idempotency',
    idPrefix: undefined,
    purpose: 'idempotency',
    async read(db, after, limit) {
      const [apiKeyId = '', digest = ''] = after.split(' ')
      const rows = await db
        .selectFrom('idempotency')
        .select(['api_key_id', 'idempotency_key', 'status', 'body'])
        .where(({ eb, or, and }) =>
          or([
            eb('api_key_id', '>', apiKeyId),
            and([eb('api_key_id', '=', apiKeyId), eb('idempotency_key', '>', digest)]),
          ]),
        )
        .orderBy('api_key_id')
        .orderBy('idempotency_key')
        .limit(limit)
        .execute()
      const named = rows.map((row) => ({ ...row, id: `${row.api_key_id} ${row.idempotency_key}` }))
      return page(named, ({ id, api_key_id: key, idempotency_key: name, status, body }) =>
        ofPurpose('idempotency.body', id, 'idempotency', body, `${key}:${name}:${status}`),
      )
    },
  },
  {
    name: 'webhooks',
    idPrefix: undefined,
    purpose: 'webhook',
    async read(db, after, limit) {
      const rows = await db
        .selectFrom('webhooks')
        .select(['id', 'secrets', 'client_key'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      return page(rows, ({ id, secrets, client_key: clientKey }) => [
        ...ofPurpose('webhooks.secrets', id, 'webhook', secrets, `webhooks.secrets:${id}`),
        ...ofPurpose('webhooks.client_key', id, 'webhook', clientKey, `webhooks.client_key:${id}`),
      ])
    },
  },
  {
    name: 'users',
    idPrefix: undefined,
    purpose: 'user',
    async read(db, after, limit) {
      const rows = await db
        .selectFrom('users')
        .select(['id', 'totp'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      return page(rows, ({ id, totp }) =>
        ofPurpose('users.totp', id, 'user', totp, `users.totp:${id}`),
      )
    },
  },
  {
    name: 'sessions',
    idPrefix: undefined,
    purpose: 'user',
    async read(db, after, limit) {
      const rows = await db
        .selectFrom('sessions')
        .select(['id', 'offered_totp'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      return page(rows, ({ id, offered_totp: totp }) =>
        ofPurpose('sessions.offered_totp', id, 'user', totp, `sessions.offered_totp:${id}`),
      )
    },
  },
  {
    name: 'approvals',
    idPrefix: undefined,
    purpose: 'approval',
    async read(db, after, limit) {
      const rows = await db
        .selectFrom('approvals')
        .select(['id', 'facts', 'payload', 'note'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      return page(rows, ({ id, facts, payload, note }) => [
        ...ofPurpose('approvals.facts', id, 'approval', facts, `approvals.facts:${id}`),
        ...ofPurpose('approvals.payload', id, 'approval', payload, `approvals.payload:${id}`),
        ...ofPurpose('approvals.note', id, 'approval', note, `approvals.note:${id}`),
      ])
    },
  },
  {
    name: 'certificate_keys',
    idPrefix: undefined,
    purpose: 'certificate',
    async read(db, after, limit) {
      const rows = await db
        .selectFrom('certificate_keys')
        .select(['id', 'private_key'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      return page(rows, ({ id, private_key: key }) =>
        ofPurpose(
          'certificate_keys.private_key',
          id,
          'certificate',
          key,
          `certificate_keys.private_key:${id}`,
        ),
      )
    },
  },
]

function page<Row extends { readonly id: string }>(
  rows: readonly Row[],
  cellsOf: (row: Row) => readonly EncryptedCell[],
): CellPage {
  return { cells: rows.flatMap(cellsOf), last: rows.at(-1)?.id }
}

/** Returns no cell for an empty value, as erased values are. */
function ofSubject(
  column: EncryptedColumnName,
  id: string,
  subjectId: string,
  encrypted: Buffer | null,
  boundTo: string,
): readonly EncryptedCell[] {
  const isThere = encrypted !== null && encrypted.length > 0
  return isThere ? [{ column, id, encrypted, under: { kind: 'subject', subjectId }, boundTo }] : []
}

function ofPurpose(
  column: EncryptedColumnName,
  id: string,
  purpose: EncryptionPurpose,
  encrypted: Buffer | null,
  boundTo: string,
): readonly EncryptedCell[] {
  const isThere = encrypted !== null && encrypted.length > 0
  return isThere ? [{ column, id, encrypted, under: { kind: 'purpose', purpose }, boundTo }] : []
}
