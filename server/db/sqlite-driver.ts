// Kysely's SQLite driver, except that a transaction takes the write lock at once: one that starts by
// reading could otherwise fail on its first write, whatever the busy timeout.

import { CompiledQuery, type DatabaseConnection, SqliteDriver } from 'kysely'

export class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}
