// Reads every encrypted column of the database in pages, with the key and the place that each value is bound to.
// Verifying the encryption and replacing a key both walk over these.

import { sql } from 'kysely'
import type { EncryptionPurpose } from '../../crypto/purpose-key.ts'
import type { Schema } from '../../db/schema.ts'
import type { Reader } from '../../db/transaction.ts'
import type { IdPrefix } from '../../kernel/ids.ts'

export interface EncryptedCell {
  readonly table: keyof Schema
  readonly column: string
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
  readonly name: keyof Schema
  /** Prefix of the ids of a table that may be too large to be read whole; ids follow time. */
  readonly idPrefix: IdPrefix | undefined
  /** The columns under purpose keys that are read; undefined for all columns. */
  readonly purpose: EncryptionPurpose | undefined
  read(db: Reader, after: string, limit: number): Promise<CellPage>
}

export const encryptedTables: readonly EncryptedTable[] = [
  ofVerifications('verifications', 'id', ['claims', 'provider_answer']),
  ofVerifications('zone_readings', 'verification_id', ['zone']),
  ofVerifications('face_comparisons', 'verification_id', ['advice']),
  ofVerifications('late_results', 'verification_id', ['results']),
  { name: 'review_entries', idPrefix: undefined, purpose: undefined, read: readNotes },
  { name: 'events', idPrefix: 'evt', purpose: 'event', read: readBodies },
  { name: 'idempotency', idPrefix: undefined, purpose: 'idempotency', read: readResponses },
  underPurpose('webhook', 'webhooks', ['secrets', 'client_key']),
  underPurpose('user', 'users', ['totp']),
  underPurpose('user', 'sessions', ['offered_totp']),
  underPurpose('approval', 'approvals', ['facts', 'payload', 'note']),
  underPurpose('certificate', 'certificate_keys', ['private_key']),
]

type ColumnOf<Name extends keyof Schema> = keyof Schema[Name] & string

type BytesColumnOf<Name extends keyof Schema> = {
  [Column in ColumnOf<Name>]: Schema[Name][Column] extends Buffer | null ? Column : never
}[ColumnOf<Name>]

/** A table with a row for a verification, under the data key of that. @param id the column of its id */
function ofVerifications<Name extends keyof Schema>(
  name: Name,
  id: ColumnOf<Name>,
  columns: readonly BytesColumnOf<Name>[],
): EncryptedTable {
  const underOf = (subjectId: string) => ({ kind: 'subject', subjectId }) as const
  return {
    name,
    idPrefix: 'ver',
    purpose: undefined,
    read: (db, after, limit) => readColumns(db, { name, id, columns, underOf, after, limit }),
  }
}

function underPurpose<Name extends keyof Schema>(
  purpose: EncryptionPurpose,
  name: Name,
  columns: readonly BytesColumnOf<Name>[],
): EncryptedTable {
  const underOf = () => ({ kind: 'purpose', purpose }) as const
  return {
    name,
    idPrefix: undefined,
    purpose,
    read: (db, after, limit) => readColumns(db, { name, id: 'id', columns, underOf, after, limit }),
  }
}

async function readColumns<Column extends string>(
  db: Reader,
  from: {
    readonly name: keyof Schema
    readonly id: string
    readonly columns: readonly Column[]
    readonly underOf: (id: string) => EncryptedCell['under']
    readonly after: string
    readonly limit: number
  },
): Promise<CellPage> {
  const { name, columns, underOf } = from
  const id = sql.ref(from.id)
  const { rows } = await sql<{ readonly id: string } & Readonly<Record<Column, Buffer | null>>>`
    select ${id} as id, ${sql.join(columns.map((column) => sql.ref(column)))}
    from ${sql.table(name)} where ${id} > ${from.after} order by ${id} limit ${from.limit}`.execute(
    db,
  )
  return page(rows, (row) =>
    columns.flatMap((column) =>
      cell({ table: name, column, id: row.id }, row[column], underOf(row.id)),
    ),
  )
}

async function readNotes(db: Reader, after: string, limit: number): Promise<CellPage> {
  const rows = await db
    .selectFrom('review_entries')
    .innerJoin('reviews', 'reviews.id', 'review_entries.review_id')
    .select(['review_entries.id', 'reviews.verification_id', 'review_entries.note'])
    .where('review_entries.id', '>', after)
    .orderBy('review_entries.id')
    .limit(limit)
    .execute()
  return page(rows, ({ id, verification_id: subjectId, note }) =>
    cell({ table: 'review_entries', column: 'note', id }, note, { kind: 'subject', subjectId }),
  )
}

async function readBodies(db: Reader, after: string, limit: number): Promise<CellPage> {
  const rows = await db
    .selectFrom('events')
    .select(['id', 'subject_id', 'encrypted_under', 'body'])
    .where('body', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return page(rows, ({ id, subject_id: subjectId, encrypted_under: under, body }) =>
    cell(
      { table: 'events', column: 'body', id },
      body,
      under === 'subject' ? { kind: 'subject', subjectId } : { kind: 'purpose', purpose: 'event' },
    ),
  )
}

async function readResponses(db: Reader, after: string, limit: number): Promise<CellPage> {
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
    cell({ table: 'idempotency', column: 'body', id }, body, {
      kind: 'purpose',
      purpose: 'idempotency',
    }).map((one) => ({ ...one, boundTo: `${key}:${name}:${status}` })),
  )
}

function page<Row extends { readonly id: string }>(
  rows: readonly Row[],
  cellsOf: (row: Row) => readonly EncryptedCell[],
): CellPage {
  return { cells: rows.flatMap(cellsOf), last: rows.at(-1)?.id }
}

type CellPlace = Pick<EncryptedCell, 'table' | 'column' | 'id'>

/** Returns no cell for an empty value, as erased values are. */
function cell(
  place: CellPlace,
  encrypted: Buffer | null,
  under: EncryptedCell['under'],
): readonly EncryptedCell[] {
  const isThere = encrypted !== null && encrypted.length > 0
  return isThere
    ? [{ ...place, encrypted, under, boundTo: `${columnName(place)}:${place.id}` }]
    : []
}

/** Returns the name of a column with its table, such as `webhooks.secrets`. */
export function columnName({ table, column }: Pick<EncryptedCell, 'table' | 'column'>): string {
  return `${table}.${column}`
}
