// Opens the database to examine it: read only, without creating, migrating or changing anything.

import type { Kysely } from 'kysely'
import { readExpectedSchema } from '../migrate.ts'
import { migrations } from '../migrations/index.ts'
import type { Schema } from '../schema.ts'
import { type HeldPragma, openForReading, readPragmas } from './connection.ts'
import { kyselyOver } from './open-db.ts'
import { schemaVersion } from './schema-version.ts'
import { dumpSchema } from './sqlite-schema.ts'

export interface ExaminedDatabase {
  readonly reader: Kysely<Schema>
  pragmas(): readonly HeldPragma[]
  sqliteVersion(): string
  /** Version of the last applied migration and of the last one of this release; 0 for a file without tables. */
  versions(): { readonly stored: number; readonly known: number }
  /** Whether every table and index is as this release expects it. */
  hasExpectedSchema(): boolean
  close(): Promise<void>
}

/** @throws errors of SQLite, also for a file that is missing or no database */
export function examineDatabase(file: string): ExaminedDatabase {
  const connection = openForReading(file)
  const reader = kyselyOver(connection)
  return {
    reader,
    pragmas: () => readPragmas(connection),
    sqliteVersion: () => String(connection.prepare('select sqlite_version()').pluck().get()),
    versions: () => ({
      stored: schemaVersion(connection),
      known: migrations.at(-1)?.version ?? 0,
    }),
    hasExpectedSchema: () => dumpSchema(connection) === readExpectedSchema(),
    async close() {
      await reader.destroy()
      // Kysely closes only connections that it has used.
      connection.close()
    },
  }
}
