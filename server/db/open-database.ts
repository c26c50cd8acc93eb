// Opens the database of an installation: its SQLite file, or the PostgreSQL database that the settings name.

import type { OpenedPostgres, PostgresPlace } from './postgres/open-postgres.ts'
import { type OpenedDb, openDb } from './sqlite/open-db.ts'

export type OpenedDatabase = OpenedDb | OpenedPostgres

export interface DatabasePlace {
  /** The SQLite file. Not used with PostgreSQL. */
  readonly file: string
  readonly postgres: PostgresPlace | undefined
}

/**
 * The code for PostgreSQL is loaded only where it is used.
 * @throws Error if SQLite is too old or its file cannot be opened. PostgreSQL is connected to with the first query.
 */
export async function openDatabase({ file, postgres }: DatabasePlace): Promise<OpenedDatabase> {
  if (postgres === undefined) return openDb(file)
  const { openPostgres } = await import('./postgres/open-postgres.ts')
  return openPostgres(postgres)
}
