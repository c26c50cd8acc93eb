// Runs compiled queries directly on a SQLite connection, without Kysely's executor: prepared once, synchronous.

import { SqliteAdapter } from 'kysely'
import type { StatementSource } from './statement-cache.ts'

/**
 * Kysely hands the adapter to every query and transaction of a connection, so it carries the connection's statements.
 */
export class SqliteConnectionAdapter extends SqliteAdapter {
  readonly #statements: StatementSource
  readonly #beforeRead: () => void

  constructor(statements: StatementSource, beforeRead: () => void = () => {}) {
    super()
    this.#statements = statements
    this.#beforeRead = beforeRead
  }

  all(sql: string, parameters: readonly unknown[]): unknown[] {
    this.#beforeRead()
    return this.#statements.prepare(sql).all(parameters)
  }

  first(sql: string, parameters: readonly unknown[]): unknown {
    this.#beforeRead()
    return this.#statements.prepare(sql).get(parameters)
  }

  /** Returns the number of rows that changed. */
  run(sql: string, parameters: readonly unknown[]): number {
    return Number(this.#statements.prepare(sql).run(parameters).changes)
  }
}
