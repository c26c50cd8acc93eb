// Of several filters together, the database may walk along a common one and look for what is rare row by
// row. So a filter that only few rows pass is found first, and its rows are all that the others look at.

import { sql } from 'kysely'
import type { Reader } from '../db/transaction.ts'
import type { CaseFilter } from './case-filter.ts'

/** A filter that at most this many rows pass is rare; finding that out costs as many steps in an index. */
export const rareRowsMax = 1_000

/** The ids that pass the rarest of the filters, where one is rare; all of them, in no order. */
export async function findRareIds(
  db: Reader,
  filter: CaseFilter,
  marks: readonly string[],
): Promise<readonly string[] | undefined> {
  const { status, country, idType, scoringSkipped } = filter
  const searches = [
    ...(scoringSkipped ? [byColumn(db, filter, 'scoring', 'skipped')] : []),
    ...(status === undefined ? [] : [byColumn(db, filter, 'status', status)]),
    ...marks.map((mark) => byMark(db, filter, mark)),
    ...(country === undefined ? [] : [byColumn(db, filter, 'country', country)]),
    ...(idType === undefined ? [] : [byColumn(db, filter, 'id_type', idType)]),
  ]
  if (searches.length < 2) return undefined
  for (const search of searches) {
    const rows = await search()
    if (rows.length <= rareRowsMax) return rows.map(({ id }) => id)
  }
  return undefined
}

function byColumn(
  db: Reader,
  { environment, idFrom, idBefore }: CaseFilter,
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

function byMark(db: Reader, { environment, idFrom, idBefore }: CaseFilter, mark: string) {
  let query = db
    .selectFrom('verification_marks')
    .select('verification_id as id')
    .where('environment', '=', environment)
    .where('mark', '=', mark)
  if (idFrom !== undefined) query = query.where('verification_id', '>=', idFrom)
  if (idBefore !== undefined) query = query.where('verification_id', '<', idBefore)
  return () =>
    query
      .orderBy('verification_id')
      .limit(rareRowsMax + 1)
      .execute()
}
