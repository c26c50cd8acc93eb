// Opens a connection to the SQLite database with checked settings: for the main thread and for the threads beside it,
// which load no query builder.

import Sqlite from 'better-sqlite3'
import { isHeldByAnother } from './sqlite-errors.ts'

/**
 * Before 3.51.3 a race can corrupt a database written by two connections (fixed 13 March 2026). Since 3.53
 * migrations can alter the constraints of a column.
 */
const sqliteVersionFloor = '3.53.0'
/** How long to wait for another process that writes. */
export const busyTimeoutMs = 5000

/** Set on every connection, in this order, and read back, because the driver's defaults differ. */
const pragmas: readonly Pragma[] = [
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

type Pragma = readonly [name: string, value: string, readBack: string | number]

export type RawConnection = Sqlite.Database

/** A setting of a connection as it is and as it should be. */
export interface HeldPragma {
  readonly name: string
  readonly held: string | number
  readonly expected: string | number
}

export function openConnection(file: string): RawConnection {
  const connection = new Sqlite(file)
  try {
    assertVersion(connection)
    for (const pragma of pragmas) {
      whenFree(() => setPragma(connection, pragma))
      const [name, value, readBack] = pragma
      const held = readPragma(connection, name)
      if (held !== readBack)
        throw new Error(`SQLite keeps ${name} at ${String(held)}, not ${value}`)
    }
  } catch (error) {
    connection.close()
    throw error
  }
  return connection
}

/** Opens a file that nobody writes to, without changing it: no write-ahead log appears beside it. */
export function openReadOnly(file: string): RawConnection {
  const connection = new Sqlite(file, { readonly: true, fileMustExist: true })
  connection.pragma('trusted_schema = OFF')
  connection.pragma('cell_size_check = ON')
  return connection
}

/**
 * Opens an existing database that nothing is written to, with the settings of every connection. The journal mode stays
 * as the file has it.
 * @throws errors of SQLite
 */
export function openForReading(file: string): RawConnection {
  const connection = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    for (const pragma of pragmas) {
      if (pragma[0] !== 'journal_mode') setPragma(connection, pragma)
    }
    // A file that is no database is noticed with the first read.
    readPragma(connection, 'schema_version')
  } catch (error) {
    connection.close()
    throw error
  }
  return connection
}

/** Returns the settings that every connection must have, and the values of this one. */
export function readPragmas(connection: RawConnection): readonly HeldPragma[] {
  return pragmas.map(([name, , expected]) => {
    const held = readPragma(connection, name)
    return { name, held: typeof held === 'number' ? held : String(held), expected }
  })
}

function setPragma(connection: RawConnection, [name, value]: Pragma): void {
  connection.pragma(`${name} = ${value}`)
}

function readPragma(connection: RawConnection, name: string): unknown {
  return connection.pragma(name, { simple: true })
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
