// Kysely's SQLite driver, except that transactions begin with BEGIN IMMEDIATE: a transaction that starts with a
// read could otherwise fail at its first write, whatever the busy timeout. While another process writes, it waits
// without holding up the event loop, as SQLite's own waiting would.

import { setTimeout as pause } from 'node:timers/promises'
import { type DatabaseConnection, type SqliteDialectConfig, SqliteDriver } from 'kysely'
import { busyTimeoutMs, type RawConnection } from './connection.ts'
import { isHeldByAnother } from './sqlite-errors.ts'

/** Pauses between tries, in milliseconds; the last one repeats. */
const pausesMs = [1, 2, 5, 10, 20] as const

export class ImmediateSqliteDriver extends SqliteDriver {
  readonly #raw: Pick<RawConnection, 'exec'>

  /** @param raw the connection of `config` */
  constructor(config: SqliteDialectConfig, raw: Pick<RawConnection, 'exec'>) {
    super(config)
    this.#raw = raw
  }

  override async beginTransaction(_connection: DatabaseConnection): Promise<void> {
    const until = performance.now() + busyTimeoutMs
    for (let tries = 0; ; tries += 1) {
      try {
        beginAtOnce(this.#raw)
        return
      } catch (error) {
        if (!isHeldByAnother(error) || performance.now() > until) throw error
      }
      await pause(pausesMs[Math.min(tries, pausesMs.length - 1)])
    }
  }
}

/** Not by prepared queries: SQLite parses a prepared pragma anew each time, and its result would be made a row. */
function beginAtOnce(raw: Pick<RawConnection, 'exec'>): void {
  try {
    raw.exec('pragma busy_timeout = 0; begin immediate')
  } finally {
    raw.exec(`pragma busy_timeout = ${busyTimeoutMs}`)
  }
}
