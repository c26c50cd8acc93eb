// Runs compiled queries directly on a SQLite connection, without Kysely's executor: prepared once, synchronous.

import { SqliteAdapter, type SqliteStatement } from 'kysely'

const statementsCachedMax = 500

interface Statement extends SqliteStatement {
  get(parameters: readonly unknown[]): unknown
}

/** The part of a connection that prepares statements. */
interface StatementSource {
  prepare(sql: string): Statement
}

/** Caches prepared statements, because preparing one costs more than running it. */
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

/** Kysely hands the adapter to every query and transaction of a connection, so it carries the connection's statements. */
export class SqliteConnectionAdapter extends SqliteAdapter {
  readonly #statements: StatementSource

  constructor(statements: StatementSource) {
    super()
    this.#statements = statements
  }

  all(sql: string, parameters: readonly unknown[]): unknown[] {
    return this.#statements.prepare(sql).all(parameters)
  }

  first(sql: string, parameters: readonly unknown[]): unknown {
    return this.#statements.prepare(sql).get(parameters)
  }

  /** Returns the number of rows that changed. */
  run(sql: string, parameters: readonly unknown[]): number {
    return Number(this.#statements.prepare(sql).run(parameters).changes)
  }
}
