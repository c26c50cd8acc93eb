// Opens the SQLite database: one connection for writing, one for reading, both with checked settings. The only
// user of better-sqlite3.

import { chmodSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { Schema } from './schema.ts'
import { ImmediateSqliteDriver } from './sqlite-driver.ts'
import { createWriter, type Db } from './transaction.ts'

/**
 * Before 3.51.3 a race can corrupt a database written by two connections (fixed 13 March 2026). Since 3.53
 * migrations can alter the constraints of a column.
 */
const sqliteVersionFloor = '3.53.0'
const busyTimeoutMs = 5000
const statementsCachedMax = 500
/** Rows of each index that `optimize` samples. */
const rowsAnalysedMax = 1_000

/** Set on every connection, in this order, and read back, because the driver's defaults differ. */
const pragmas: readonly (readonly [name: string, value: string, readBack: string | number])[] = [
  ['busy_timeout', String(busyTimeoutMs), busyTimeoutMs],
  ['journal_mode', 'WAL', 'wal'],
  ['synchronous', 'FULL', 2],
  ['foreign_keys', 'ON', 1],
  ['secure_delete', 'ON', 1],
  ['trusted_schema', 'OFF', 0],
  ['cell_size_check', 'ON', 1],
  ['journal_size_limit', String(64 * 1024 * 1024), 64 * 1024 * 1024],
  ['temp_store', 'MEMORY', 2],
]

export type RawConnection = Sqlite.Database

export interface OpenedDb extends Db {
  /** The writing connection, for migrations, checks and backups only. */
  readonly raw: RawConnection
}

/**
 * Opens (and creates, mode 0600) the database file.
 * @throws Error if SQLite is too old or a setting does not take effect
 */
export function openDb(file: string): OpenedDb {
  const writing = openConnection(file)
  chmodSync(file, 0o600)
  const reading = openConnection(file)
  reading.pragma('query_only = ON')
  const writer = kyselyOver(writing)
  const reader = kyselyOver(reading)
  return {
    reader,
    ...createWriter(writer),
    raw: writing,
    optimize() {
      writing.pragma(`analysis_limit = ${rowsAnalysedMax}`)
      writing.pragma('optimize = 0x10002')
    },
    commitLazily() {
      writing.pragma('synchronous = NORMAL')
    },
    async close() {
      await reader.destroy()
      await writer.destroy()
      // Kysely closes only connections that it has used.
      reading.close()
      writing.close()
    },
  }
}

export function openConnection(file: string): RawConnection {
  const connection = new Sqlite(file)
  try {
    assertVersion(connection)
    for (const [name, value, readBack] of pragmas) {
      connection.pragma(`${name} = ${value}`)
      const held = connection.pragma(name, { simple: true })
      if (held !== readBack)
        throw new Error(`SQLite keeps ${name} at ${String(held)}, not ${value}`)
    }
  } catch (error) {
    connection.close()
    throw error
  }
  return connection
}

function assertVersion(connection: RawConnection): void {
  const version = String(connection.prepare('select sqlite_version()').pluck().get())
  if (!isRecentEnough(version)) {
    throw new Error(`SQLite ${version} is older than ${sqliteVersionFloor}, which is needed`)
  }
}

/** @param version three numbers, as `sqlite_version()` returns them */
export function isRecentEnough(version: string): boolean {
  return compareVersions(version, sqliteVersionFloor) >= 0
}

function compareVersions(left: string, right: string): number {
  const rightParts = right.split('.').map(Number)
  const differences = left.split('.').map((part, index) => Number(part) - (rightParts[index] ?? 0))
  return differences.find((difference) => difference !== 0) ?? 0
}

function kyselyOver(connection: RawConnection): Kysely<Schema> {
  const database = cachingStatements(connection)
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new ImmediateSqliteDriver({ database }),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
  })
}

/** Caches prepared statements: Kysely prepares every query again, which costs more than running it. */
function cachingStatements(connection: RawConnection) {
  const kept = new Map<string, Sqlite.Statement<unknown[]>>()
  return {
    prepare(sql: string): Sqlite.Statement<unknown[]> {
      const known = kept.get(sql)
      if (known) return known
      const statement = connection.prepare<unknown[]>(sql)
      if (kept.size >= statementsCachedMax) kept.delete(kept.keys().next().value ?? '')
      kept.set(sql, statement)
      return statement
    },
    close: () => {
      connection.close()
    },
  }
}
