// Lists the migrations that were applied to the database.

import { sql } from 'kysely'
import type { Reader } from './transaction.ts'

export interface AppliedMigration {
  readonly version: number
  readonly name: string
  readonly appliedAt: number
}

/** Newest first. */
export async function listAppliedMigrations(db: Reader): Promise<readonly AppliedMigration[]> {
  const { rows } = await sql<{ version: number; name: string; applied_at: number }>`
    select version, name, applied_at from schema_migrations order by version desc`.execute(db)
  return rows.map((row) => ({ version: row.version, name: row.name, appliedAt: row.applied_at }))
}
