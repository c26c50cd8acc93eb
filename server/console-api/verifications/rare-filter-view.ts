// Finds a filter that matches few rows. With several filters, the database might scan an index of a common one and test
// the rare one row by row; so the rows of the rare filter are read first, and the others test only those.

import { sql } from 'kysely'
import type { Reader } from '../../db/transaction.ts'
import type { VerificationFilters } from './verification-filters.ts'

/** A filter is rare if it matches at most this many rows; testing that reads as many index entries. */
export const rareRowsMax = 1_000

/** Returns all ids that match the first rare filter, in no order; undefined if none is rare. */
export async function findRareIds(
  db: Reader,
  filter: VerificationFilters,
  tags: readonly string[],
): Promise<readonly string[] | undefined> {
  const { status, country, idType, scoringSkipped, externalRef } = filter
  const searches = [
    ...(scoringSkipped ? [byColumn(db, filter, 'scoring', 'skipped')] : []),
    ...(status === undefined ? [] : [byColumn(db, filter, 'status', status)]),
    ...tags.map((tag) => byTag(db, filter, tag)),
    ...(country === undefined ? [] : [byColumn(db, filter, 'country', country)]),
    ...(idType === undefined ? [] : [byColumn(db, filter, 'id_type', idType)]),
  ]
  // A single filter is in order in its index.
  if (searches.length + (externalRef === undefined ? 0 : 1) < 2) return undefined
  for (const search of searches) {
    const rows = await search()
    if (rows.length <= rareRowsMax) return rows.map(({ id }) => id)
  }
  return undefined
}

function byColumn(
  db: Reader,
  { environment, idFrom, idBefore }: VerificationFilters,
  column: 'scoring' | 'status' | 'country' | 'id_type',
  value: string,
) {
  let query = db
    .selectFrom('verifications')
    .select('id')
    .where('environment', '=', environment)
    .where(({ eb, ref, val }) =>
      eb(ref(column), '=', column === 'scoring' ? sql.lit(value) : val(value)),
    )
  if (idFrom !== undefined) query = query.where('id', '>=', idFrom)
  if (idBefore !== undefined) query = query.where('id', '<', idBefore)
  return () =>
    query
      .orderBy('id')
      .limit(rareRowsMax + 1)
      .execute()
}

function byTag(db: Reader, { environment, idFrom, idBefore }: VerificationFilters, tag: string) {
  let query = db
    .selectFrom('verification_tags')
    .select('verification_id as id')
    .where('environment', '=', environment)
    .where('tag', '=', tag)
  if (idFrom !== undefined) query = query.where('verification_id', '>=', idFrom)
  if (idBefore !== undefined) query = query.where('verification_id', '<', idBefore)
  return () =>
    query
      .orderBy('verification_id')
      .limit(rareRowsMax + 1)
      .execute()
}
