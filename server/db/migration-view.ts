// Lists the migrations that were applied to the database.

import { sql } from 'kysely'
import type { AppliedMigration, MigrationKind } from '../kernel/applied-migration.ts'
import type { Reader } from './transaction.ts'

/** Newest first. */
export async function listAppliedMigrations(db: Reader): Promise<readonly AppliedMigration[]> {
  const { rows } = await sql<{
    version: number
    name: string
    kind: MigrationKind
    applied_at: number
  }>`select version, name, kind, applied_at from schema_migrations order by version desc`.execute(
    db,
  )
  return rows.map(({ version, name, kind, applied_at }) => ({
    version,
    name,
    kind,
    appliedAt: applied_at,
  }))
}
