// Opens a connection to the SQLite database with checked settings: for the main thread and for the threads beside it,
// which load no query builder.

import Sqlite from 'better-sqlite3'
import { isHeldByAnother } from './sqlite-errors.ts'

/**
 * Before 3.51.3 a race can corrupt a database written by two connections (fixed 13 March 2026). Since 3.53
 * migrations can alter the constraints of a column.
 */
const sqliteVersionFloor = '3.53.0'
const busyTimeoutMs = 5000

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

export function openConnection(file: string): RawConnection {
  const connection = new Sqlite(file)
  try {
    assertVersion(connection)
    for (const [name, value, readBack] of pragmas) {
      whenFree(() => connection.pragma(`${name} = ${value}`))
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

const retryMs = 20

/**
 * Tries again while the file is locked. SQLite waits by itself (`busy_timeout`), except where two processes turn a new
 * file into WAL mode at once: then it refuses one of them immediately.
 */
function whenFree(work: () => unknown): void {
  const until = performance.now() + busyTimeoutMs
  for (;;) {
    try {
      work()
      return
    } catch (error) {
      if (!isHeldByAnother(error) || performance.now() > until) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs)
    }
  }
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
