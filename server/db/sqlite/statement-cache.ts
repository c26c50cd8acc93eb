// Caches the prepared statements of a connection, because preparing one costs more than running it. Loads no query
// builder, so that threads can use it too.

import type { SqliteStatement } from 'kysely'

const statementsCachedMax = 500

interface Statement extends SqliteStatement {
  get(parameters: readonly unknown[]): unknown
}

/** The part of a connection that prepares statements. */
export interface StatementSource {
  prepare(sql: string): Statement
}

export function cachingStatements(connection: StatementSource): StatementSource {
  const cached = new Map<string, Statement>()
  return {
    prepare(sql) {
      const known = cached.get(sql)
      if (known) return known
      const statement = connection.prepare(sql)
      if (cached.size >= statementsCachedMax) cached.delete(cached.keys().next().value ?? '')
      cached.set(sql, statement)
      return statement
    },
  }
}
