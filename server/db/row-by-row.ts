// A column that is compared row by row and never looked up in an index, for a query in which another,
// far rarer condition has to lead. In plain SQL, because planners do not know how rare it is.

import { type RawBuilder, sql } from 'kysely'

/** A text column, under its full name; as a value it is the same. */
export function rowByRow(column: string): RawBuilder<string> {
  return sql<string>`${sql.ref(column)} || ''`
}
