// Kysely's SQLite driver, except that transactions begin with BEGIN IMMEDIATE: a transaction that starts with a
// read could otherwise fail at its first write, whatever the busy timeout.

import { CompiledQuery, type DatabaseConnection, SqliteDriver } from 'kysely'

export class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}
