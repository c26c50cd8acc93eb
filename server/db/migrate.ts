// Migrates the database to the version of this program: makes a backup where the engine can, applies all pending
// migrations in one transaction and compares the resulting schema with the committed dump.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Migration } from './migrations/index.ts'
import type { Dialect } from './migrations/table-sql.ts'

/** Thrown if the database cannot be migrated; nothing has been changed. */
export class MigrationError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MigrationError'
  }
}

export interface MigrationPlan {
  readonly migrations: readonly Migration[]
  /** The schema that must result, as `dump` prints it. */
  readonly expectedSchema: string
  /** Where the backup is written before the migration. */
  readonly backupFolder: string
}

/** What migrating needs of a database engine. */
export interface MigratedSchema {
  readonly dialect: Dialect
  /** Version of the last applied migration; 0 for a new database. */
  version(): Promise<number>
  /** Name of migration 1 as it was applied. */
  firstName(): Promise<string | undefined>
  /** The schema as text, in a stable order. */
  dump(): Promise<string>
  /**
   * Applies the migrations in one transaction, while no other process migrates. `check` gets the new schema before the
   * commit; if it throws, nothing is changed.
   */
  apply(pending: readonly Migration[], nowMs: number, check: (dump: string) => void): Promise<void>
  /** Writes a copy of the database; absent where the database server makes its own backups. */
  backUp?(folder: string, version: number, nowMs: number): void
}

interface Migratable {
  readonly schema: MigratedSchema
}

const expectedFiles: Readonly<Record<Dialect, string>> = {
  sqlite: 'schema.sql',
  postgres: 'schema.postgres.sql',
}

/** The file that `npm run schema` writes. */
export function expectedSchemaFile(dialect: Dialect): string {
  return fileURLToPath(new URL(expectedFiles[dialect], import.meta.url))
}

const expectedSchemas = new Map<Dialect, string>()

/** Reads the file once: a command that has become another user may not be allowed to. */
export function readExpectedSchema(dialect: Dialect = 'sqlite'): string {
  const known = expectedSchemas.get(dialect)
  if (known !== undefined) return known
  const schema = readFileSync(expectedSchemaFile(dialect), 'utf8')
  expectedSchemas.set(dialect, schema)
  return schema
}

/** Applies pending migrations and returns their versions. @throws MigrationError */
export async function migrate(
  { schema }: Migratable,
  plan: MigrationPlan,
  nowMs: number,
): Promise<readonly number[]> {
  const current = await schema.version()
  if (current > 0) await assertReleased(schema, plan.migrations, current)
  const latest = plan.migrations.at(-1)?.version ?? 0
  if (current > latest) {
    throw new MigrationError(
      `the database has schema version ${current}, this program knows ${latest}. Start the newer release again, or let it bring the database back to this one: svc rollback (svc help upgrade).`,
    )
  }
  const pending = plan.migrations.filter((migration) => migration.version > current)
  if (current > 0 && pending.length > 0) schema.backUp?.(plan.backupFolder, current, nowMs)
  const check = (dump: string) => assertSchema(dump, plan.expectedSchema)
  if (pending.length > 0) await schema.apply(pending, nowMs, check)
  else check(await schema.dump())
  return pending.map((migration) => migration.version)
}

/** Applies migrations in one transaction. `check` runs before the commit; if it throws, nothing is changed. */
export async function applyMigrations(
  { schema }: Migratable,
  pending: readonly Migration[],
  nowMs: number,
  check: (dump: string) => void = () => {},
): Promise<void> {
  await schema.apply(pending, nowMs, check)
}

/** Refuses development databases from before the first release, whose migration 1 was a different one. */
async function assertReleased(
  schema: MigratedSchema,
  migrations: readonly Migration[],
  current: number,
): Promise<void> {
  const [first] = migrations
  if (first === undefined || (await schema.firstName()) === first.name) return
  throw new MigrationError(
    `the database has schema version ${current} of a development version from before the first release, which cannot be upgraded. Move the data folder away: the next start makes a new one.`,
  )
}

function assertSchema(dump: string, expected: string): void {
  if (dump !== expected) {
    throw new MigrationError(
      'the database schema differs from the one this release expects. It was changed by hand or a migration went wrong; restore the last backup.',
    )
  }
}
