// Opens the database of an installation: its SQLite file, or the PostgreSQL database that the settings name.

import { type OpenedPostgres, openPostgres, type PostgresPlace } from './postgres/open-postgres.ts'
import { type OpenedDb, openDb } from './sqlite/open-db.ts'

export type OpenedDatabase = OpenedDb | OpenedPostgres

export interface DatabasePlace {
  /** The SQLite file. Not used with PostgreSQL. */
  readonly file: string
  readonly postgres: PostgresPlace | undefined
}

/** @throws Error if SQLite is too old or its file cannot be opened. PostgreSQL is connected to with the first query. */
export function openDatabase({ file, postgres }: DatabasePlace): OpenedDatabase {
  return postgres === undefined ? openDb(file) : openPostgres(postgres)
}
