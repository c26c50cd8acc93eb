// Reads the version of a database's schema. Apart from migrating it, because the threads of backups load this alone.

import type { RawConnection } from './connection.ts'

/** Returns the version of the last applied migration; 0 for a new database. */
export function schemaVersion(connection: RawConnection): number {
  const table = connection
    .prepare(`select count(*) from sqlite_master where name = 'schema_migrations'`)
    .pluck()
    .get()
  if (table === 0) return 0
  return Number(connection.prepare('select max(version) from schema_migrations').pluck().get())
}
