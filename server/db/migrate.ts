// Migrates the database to the version of this program: makes a backup, applies all pending migrations in one
// transaction and compares the resulting schema with the committed dump.

import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RawConnection } from './connection.ts'
import type { Migration } from './migrations/index.ts'
import type { OpenedDb } from './open-db.ts'
import { inTransaction, type Trx } from './transaction.ts'

/** Thrown if the database cannot be migrated; nothing has been changed. */
export class MigrationError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MigrationError'
  }
}

export interface MigrationPlan {
  readonly migrations: readonly Migration[]
  /** The schema that must result, as `dumpSchema` prints it. */
  readonly expectedSchema: string
  /** Where the backup is written before the migration. */
  readonly backupFolder: string
}

const expectedSchemaFile = fileURLToPath(new URL('schema.sql', import.meta.url))

export function readExpectedSchema(): string {
  return readFileSync(expectedSchemaFile, 'utf8')
}

/** Applies pending migrations and returns their versions. @throws MigrationError */
export async function migrate(
  db: OpenedDb,
  plan: MigrationPlan,
  nowMs: number,
): Promise<readonly number[]> {
  const current = schemaVersion(db.raw)
  if (current > 0) assertReleased(db.raw, plan.migrations, current)
  const latest = plan.migrations.at(-1)?.version ?? 0
  if (current > latest) {
    throw new MigrationError(
      `the database has schema version ${current}, this program knows ${latest}. Start the newer release again, or let it bring the database back to this one: svc rollback (svc help upgrade).`,
    )
  }
  const pending = plan.migrations.filter((migration) => migration.version > current)
  if (current > 0 && pending.length > 0) backUp(db.raw, plan.backupFolder, current, nowMs)
  const check = () => assertSchema(db.raw, plan.expectedSchema)
  if (pending.length > 0) await applyMigrations(db, pending, nowMs, check)
  else check()
  return pending.map((migration) => migration.version)
}

/** Returns the SQL of every table, index and trigger as SQLite stores it, in a stable order. */
export function dumpSchema(connection: RawConnection): string {
  const rows = connection
    .prepare(
      `select sql from sqlite_master where sql is not null and name not like 'sqlite_%' order by type desc, name`,
    )
    .pluck()
    .all()
  return `${rows.map((sql) => `${String(sql).trim()};`).join('\n\n')}\n`
}

/** Applies migrations in one transaction. `check` runs before the commit; if it throws, nothing is changed. */
export async function applyMigrations(
  db: OpenedDb,
  pending: readonly Migration[],
  nowMs: number,
  check: () => void = () => {},
): Promise<void> {
  // With foreign keys on, rebuilding a table would cascade into its children. The pragma has no effect inside a
  // transaction, so it is set here.
  db.raw.pragma('foreign_keys = OFF')
  try {
    await inTransaction(db, async (trx) => {
      for (const migration of pending) await applyOne(trx, migration, nowMs, db.raw)
      const broken = db.raw.pragma('foreign_key_check')
      if (Array.isArray(broken) && broken.length > 0) {
        throw new MigrationError(`the migration would leave ${broken.length} rows without a parent`)
      }
      check()
    })
  } finally {
    db.raw.pragma('foreign_keys = ON')
  }
}

async function applyOne(
  trx: Trx,
  migration: Migration,
  nowMs: number,
  raw: RawConnection,
): Promise<void> {
  raw.exec(
    'create table if not exists schema_migrations (version integer primary key, name text not null, applied_at integer not null) strict',
  )
  // Another process may have migrated while this one waited for the write lock.
  if (schemaVersion(raw) >= migration.version) return
  await migration.up(trx, { dialect: 'sqlite', run: (statements) => raw.exec(statements) })
  raw
    .prepare('insert into schema_migrations (version, name, applied_at) values (?, ?, ?)')
    .run(migration.version, migration.name, nowMs)
}

/** Returns the version of the last applied migration; 0 for a new database. */
export function schemaVersion(connection: RawConnection): number {
  const table = connection
    .prepare(`select count(*) from sqlite_master where name = 'schema_migrations'`)
    .pluck()
    .get()
  if (table === 0) return 0
  return Number(connection.prepare('select max(version) from schema_migrations').pluck().get())
}

/** Refuses development databases from before the first release, whose migration 1 was a different one. */
function assertReleased(
  connection: RawConnection,
  migrations: readonly Migration[],
  current: number,
): void {
  const [first] = migrations
  const applied = connection
    .prepare('select name from schema_migrations where version = 1')
    .pluck()
    .get()
  if (first === undefined || applied === first.name) return
  throw new MigrationError(
    `the database has schema version ${current} of a development version from before the first release, which cannot be upgraded. Move the data folder away: the next start makes a new one.`,
  )
}

function assertSchema(connection: RawConnection, expected: string): void {
  if (dumpSchema(connection) !== expected) {
    throw new MigrationError(
      'the database schema differs from the one this release expects. It was changed by hand or a migration went wrong; restore the last backup.',
    )
  }
}

function backUp(connection: RawConnection, folder: string, version: number, nowMs: number): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  copyBeforeMigration(connection, join(folder, `before-migration-from-${version}-${nowMs}.db`))
}

/** Writes a consistent copy of the database to a new file, mode 0600. */
export function copyBeforeMigration(connection: RawConnection, file: string): void {
  connection.prepare('vacuum into ?').run(file)
  chmodSync(file, 0o600)
}
