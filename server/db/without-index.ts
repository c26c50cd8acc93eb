// Keeps the query planner from using an index on a column, for queries in which another, far rarer condition should
// select the index. Written in plain SQL, because planners do not know how rare the other condition is.

import { type RawBuilder, sql } from 'kysely'

/** @param column a text column with its table name; its value is unchanged */
export function withoutIndex(column: string): RawBuilder<string> {
  return sql<string>`${sql.ref(column)} || ''`
}
