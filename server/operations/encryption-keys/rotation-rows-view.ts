// Reads the rows that change with the keys `wrapping`, `mac_blind_index` and `mac_api_key`, in pages.

import { orUndefined } from '../../db/columns.ts'
import { countRows } from '../../db/count-rows.ts'
import type { Reader } from '../../db/transaction.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { NumberUse } from '../../verifications/number-use.ts'

export interface WrappedRow {
  readonly subjectId: string
  readonly wrappingKeyId: string
  readonly wrapped: Buffer
}

export async function listWrapped(
  db: Reader,
  after: string,
  limit: number,
): Promise<readonly WrappedRow[]> {
  return db
    .selectFrom('data_keys')
    .select(['subject_id as subjectId', 'wrapping_key_id as wrappingKeyId', 'wrapped'])
    .where('subject_id', '>', after)
    .orderBy('subject_id')
    .limit(limit)
    .execute()
}

export interface IndexedRow {
  readonly id: string
  readonly environment: Environment
  readonly country: string
  readonly claims: Buffer
  /** Digest of the document number; empty where there is none. */
  readonly index: Buffer
  /** Digest of the name, if names are searched. */
  readonly nameIndex: Buffer | undefined
  /** Of birth date and name; undefined for each that is not indexed. */
  readonly use: NumberUse
  /** undefined once the verification was erased. */
  readonly wrapped: Buffer | undefined
}

/** Returns the verifications with their digests of document number and name. */
export async function listIndexed(
  db: Reader,
  after: string,
  limit: number,
): Promise<readonly IndexedRow[]> {
  const rows = await db
    .selectFrom('verifications')
    .leftJoin('data_keys', 'data_keys.subject_id', 'verifications.id')
    .leftJoin('verification_names as name', 'name.verification_id', 'verifications.id')
    .select([
      'verifications.id',
      'verifications.environment',
      'verifications.country',
      'verifications.claims',
      'verifications.id_number_index as index',
      'verifications.number_birth_date_index as birth_date',
      'verifications.number_name_index as name',
      'data_keys.wrapped',
      'name.digest as name_index',
    ])
    .where('verifications.id', '>', after)
    .orderBy('verifications.id')
    .limit(limit)
    .execute()
  return rows.map(({ id, environment, country, claims, index, ...row }) => ({
    id,
    environment,
    country,
    claims,
    index: index ?? Buffer.alloc(0),
    nameIndex: orUndefined(row.name_index),
    use: { birthDate: orUndefined(row.birth_date), name: orUndefined(row.name) },
    wrapped: orUndefined(row.wrapped),
  }))
}

/** Counts the API keys made under another pepper that can still be used. */
export function countKeysUnderOther(db: Reader, pepperId: string, nowMs: number): Promise<number> {
  return countRows(
    db
      .selectFrom('api_keys')
      .where('pepper_id', '!=', pepperId)
      .where((is) => is.or([is('revoked_at', 'is', null), is('revoked_at', '>', nowMs)]))
      .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', nowMs)])),
  )
}
