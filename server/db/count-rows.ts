// Counts the rows of a query.

import type { SelectQueryBuilder } from 'kysely'

/** @param query selects nothing: it only says which rows are counted */
export async function countRows<Tables, Names extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Names, object>,
): Promise<number> {
  const { count } = await query
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$castTo<{ readonly count: number }>()
    .executeTakeFirstOrThrow()
  return count
}
