// Migrates a SQLite database in one transaction, after a copy of it, and reads its schema.

import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type MigratedSchema, MigrationError, nameMigrations } from '../migrate.ts'
import type { Migration } from '../migrations/index.ts'
import { runMigration } from '../run-migration.ts'
import { storageTroubleOf } from '../storage-trouble.ts'
import { type Db, inTransaction, type Trx } from '../transaction.ts'
import type { RawConnection } from './connection.ts'
import { schemaVersion } from './schema-version.ts'

type Needs = Pick<Db, 'write'> & { readonly raw: RawConnection }

export function sqliteSchema(needs: Needs): MigratedSchema {
  const { raw } = needs
  return {
    dialect: 'sqlite',
    isShared: false,
    applied: async () => [],
    version: async () => schemaVersion(raw),
    firstName: async () => readFirstName(raw),
    dump: async () => dumpSchema(raw),
    apply: (pending, nowMs, check) => apply(needs, pending, { nowMs, check }),
    backUp: (folder, version, nowMs) => backUp(raw, folder, { version, nowMs }),
  }
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

/** Writes a consistent copy of the database to a new file, mode 0600. Leaves nothing where there is no room for it. */
export function copyBeforeMigration(connection: RawConnection, file: string): void {
  try {
    connection.prepare('vacuum into ?').run(file)
  } catch (error) {
    if (storageTroubleOf(error) === 'full') rmSync(file, { force: true })
    throw error
  }
  chmodSync(file, 0o600)
}

interface Applying {
  readonly nowMs: number
  check(dump: string): void
}

/** Applies migrations in one transaction. `check` runs before the commit; if it throws, nothing is changed. */
async function apply(
  { raw, write }: Needs,
  pending: readonly Migration[],
  { nowMs, check }: Applying,
): Promise<void> {
  // With foreign keys on, rebuilding a table would cascade into its children. The pragma has no effect inside a
  // transaction, so it is set here.
  raw.pragma('foreign_keys = OFF')
  try {
    await inTransaction({ write }, async (trx) => {
      for (const migration of pending) await applyOne(trx, migration, nowMs, raw)
      assertParents(raw, pending)
      check(dumpSchema(raw))
    })
  } finally {
    raw.pragma('foreign_keys = ON')
  }
}

/** @throws MigrationError with the tables whose rows would lack a parent */
function assertParents(raw: RawConnection, pending: readonly Migration[]): void {
  const tables = raw.prepare(`select "table" from pragma_foreign_key_check`).pluck().all()
  if (tables.length === 0) return
  const where = [...new Set(tables.map(String))].sort().join(', ')
  throw new MigrationError(
    `${nameMigrations(pending)} would leave ${tables.length} rows without a parent (${where}). Nothing was changed.`,
  )
}

async function applyOne(
  trx: Trx,
  migration: Migration,
  nowMs: number,
  raw: RawConnection,
): Promise<void> {
  raw.exec(
    'create table if not exists schema_migrations (version integer primary key, name text not null, kind text not null, applied_at integer not null) strict',
  )
  // Another process may have migrated while this one waited for the write lock.
  if (schemaVersion(raw) >= migration.version) return
  await runMigration(migration, trx, {
    dialect: 'sqlite',
    run: async (statements) => void raw.exec(statements),
  })
  raw
    .prepare('insert into schema_migrations (version, name, kind, applied_at) values (?, ?, ?, ?)')
    .run(migration.version, migration.name, migration.kind, nowMs)
}

function readFirstName(connection: RawConnection): string | undefined {
  const name = connection
    .prepare('select name from schema_migrations where version = 1')
    .pluck()
    .get()
  return name === undefined ? undefined : String(name)
}

function backUp(
  connection: RawConnection,
  folder: string,
  { version, nowMs }: { readonly version: number; readonly nowMs: number },
): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `before-migration-from-${version}-${nowMs}.db`)
  copyBeforeMigration(connection, file)
  return () => rmSync(file)
}
