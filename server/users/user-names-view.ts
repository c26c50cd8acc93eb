// Reads the names of users by id, for pages that show who did something.

import type { Reader } from '../db/transaction.ts'

/** By id; ids of nobody are left out. */
export async function readUserNames(
  db: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
