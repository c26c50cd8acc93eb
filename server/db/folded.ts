// Compares a column without regard to case, the same way in both databases.

import { type RawBuilder, sql } from 'kysely'

/** The column in small letters, as `foldText` makes them; an index on `lower(column)` serves it. */
export function folded(column: string): RawBuilder<string> {
  return sql<string>`lower(${sql.ref(column)})`
}
