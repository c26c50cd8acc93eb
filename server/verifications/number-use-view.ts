// Reads which verifications of an environment have the same document number, by its index.

import { orUndefined } from '../db/columns.ts'
import { prepare } from '../db/prepared.ts'
import type { Reader } from '../db/transaction.ts'
import { withoutIndex } from '../db/without-index.ts'
import type { Environment } from '../kernel/environment.ts'
import type { NumberUse } from './number-use.ts'

/** The latest verifications with a number; older ones are not compared. */
const comparedUsesMax = 200

interface StoredUse extends NumberUse {
  readonly id: string
}

/** Newest first, this verification included. */
export async function listNumberUses(
  db: Reader,
  environment: Environment,
  numbers: readonly Buffer[],
): Promise<readonly StoredUse[]> {
  if (numbers.length === 0) return []
  const rows = await db
    .selectFrom('verifications')
    .select(['id', 'number_birth_date_index', 'number_name_index'])
    .where('environment', '=', environment)
    .where('id_number_index', 'in', numbers)
    .orderBy(withoutIndex('verifications.id'), 'desc')
    .limit(comparedUsesMax)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    birthDate: orUndefined(row.number_birth_date_index),
    name: orUndefined(row.number_name_index),
  }))
}

interface OwnNumber {
  readonly environment: Environment
  readonly country: string
  readonly claims: Buffer
  /** undefined where none was claimed, and after an erasure. */
  readonly number: Buffer | undefined
}

export async function findOwnNumber(db: Reader, id: string): Promise<OwnNumber | undefined> {
  const row = await ownNumber.first(db, { id })
  return row && { ...row, number: orUndefined(row.number) }
}

const ownNumber = prepare((db, { id }: { readonly id: string }) =>
  db
    .selectFrom('verifications')
    .select(['environment', 'country', 'claims', 'id_number_index as number'])
    .where('id', '=', id),
)

/** Returns the encrypted claims by id. */
export async function listClaims(
  db: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('verifications')
    .select(['id', 'claims'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, claims }) => [id, claims]))
}
