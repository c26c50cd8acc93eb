// Opens the SQLite database: one connection for writing, one for reading, both with checked settings.

import { chmodSync } from 'node:fs'
import { Kysely, SqliteIntrospector } from 'kysely'
import type { MigratedSchema } from '../migrate.ts'
import type { Schema } from '../schema.ts'
import type { Db } from '../transaction.ts'
import { type Checkpointer, createCheckpointer } from './checkpointer.ts'
import { openConnection, type RawConnection } from './connection.ts'
import { emptyWriteAheadLog } from './empty-log.ts'
import { createGathering } from './gather-works.ts'
import { createWriter } from './group-commit.ts'
import { createLongReader } from './long-reader.ts'
import { createSharedReads } from './shared-reads.ts'
import { StablePlanCompiler } from './sqlite-compiler.ts'
import { SqliteConnectionAdapter } from './sqlite-connection.ts'
import { ImmediateSqliteDriver, type OnCommit } from './sqlite-driver.ts'
import { sqliteSchema } from './sqlite-schema.ts'
import { cachingStatements } from './statement-cache.ts'

/** Rows of each index that `optimize` samples. */
const rowsAnalysedMax = 1_000

export interface OpenedDb extends Db {
  readonly dialect: 'sqlite'
  readonly schema: MigratedSchema
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
  const sharedReads = createSharedReads(reading)
  const gathering = createGathering()
  let onCommit: OnCommit = () => {}
  const writer = kyselyOver(writing, undefined, (durationMs) => {
    gathering.measureCommit(durationMs)
    onCommit(durationMs)
  })
  const reader = kyselyOver(reading, sharedReads.beforeRead)
  let checkpointer: Checkpointer | undefined
  let longReader: Kysely<Schema> | undefined
  const { write } = createWriter(writer, {
    gathering,
    endSharedReads: sharedReads.end,
    afterCommit: () => checkpointer?.afterCommit(),
  })
  return {
    dialect: 'sqlite',
    reader,
    get longReader() {
      return longReader ?? reader
    },
    write,
    raw: writing,
    schema: sqliteSchema({ raw: writing, write }),
    shareReads: sharedReads.share,
    runInThreads(log) {
      checkpointer ??= createCheckpointer({ writing, file, log })
      longReader ??= createLongReader(file)
    },
    optimize() {
      writing.pragma(`analysis_limit = ${rowsAnalysedMax}`)
      writing.pragma('optimize = 0x10002')
    },
    measureCommits(listener) {
      onCommit = listener
    },
    commitLazily() {
      writing.pragma('synchronous = NORMAL')
    },
    emptyLog: () => emptyWriteAheadLog(file),
    async close() {
      sharedReads.end()
      await longReader?.destroy()
      longReader = undefined
      await checkpointer?.close()
      checkpointer = undefined
      await reader.destroy()
      await writer.destroy()
      // Kysely closes only connections that it has used.
      reading.close()
      writing.close()
    },
  }
}

export function kyselyOver(
  connection: RawConnection,
  beforeRead?: () => void,
  onCommit?: OnCommit,
): Kysely<Schema> {
  const statements = cachingStatements(connection)
  const database = { prepare: statements.prepare, close: () => void connection.close() }
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteConnectionAdapter(statements, beforeRead),
      createDriver: () => new ImmediateSqliteDriver({ database }, connection, onCommit),
      createQueryCompiler: () => new StablePlanCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
  })
}
