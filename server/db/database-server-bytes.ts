// Measures a database that a server keeps: its size is nowhere on the disk of this machine.

import { PostgresAdapter, sql } from 'kysely'
import type { Reader } from './transaction.ts'

/** Returns undefined for SQLite, whose file can be measured. */
export async function databaseServerBytes(db: Reader): Promise<number | undefined> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return undefined
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(db)
  return rows[0]?.bytes
}
