// Opens the SQLite database: one connection for writing, one for reading, both with checked settings.

import { chmodSync, writeSync } from 'node:fs'
import { Kysely, SqliteIntrospector } from 'kysely'
import { syncFileNow } from '../../kernel/sync.ts'
import type { MigratedSchema } from '../migrate.ts'
import type { Schema } from '../schema.ts'
import type { Db } from '../transaction.ts'
import { createCheckpointer } from './checkpointer.ts'
import { openConnection, type RawConnection } from './connection.ts'
import { type Checkpointer, createOwnCopies } from './copy-log.ts'
import { createGathering } from './gather-works.ts'
import { createWriter } from './group-commit.ts'
import { closeGap, noteGap } from './log-gap.ts'
import { createLogSync, type LogSync, walFileOf } from './log-sync.ts'
import { createLongReader } from './long-reader.ts'
import { createSharedReads } from './shared-reads.ts'
import { StablePlanCompiler } from './sqlite-compiler.ts'
import { SqliteConnectionAdapter } from './sqlite-connection.ts'
import { ImmediateSqliteDriver } from './sqlite-driver.ts'
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
  const { writing, walFile, gap } = openWriting(file)
  const reading = openConnection(file)
  reading.pragma('query_only = ON')
  const sharedReads = createSharedReads(reading)
  const gathering = createGathering()
  let onCommit = (_durationMs: number) => {}
  const writer = kyselyOver(writing)
  const reader = kyselyOver(reading, sharedReads.beforeRead)
  let checkpointer: Checkpointer = createOwnCopies({
    writing,
    file,
    giveUp: (reason) => endCommand(walFile, reason),
  })
  let logSync: LogSync | undefined
  let longReader: Kysely<Schema> | undefined
  const { write } = createWriter(writer, {
    gathering,
    endSharedReads: sharedReads.end,
    commit: (run) => logSync?.commit(run) ?? run(),
    onCommit: (durationMs) => onCommit(durationMs),
    afterCommit: () => checkpointer.afterCommit(),
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
      const giveUp = (reason: unknown) => endAtOnce(walFile, reason)
      checkpointer = createCheckpointer({ writing, file, log, giveUp })
      logSync = createLogSync({ writing, log, giveUp })
      if (gap !== undefined) log.error('log_gap_closed', { path: walFile, reason: gap })
      longReader = createLongReader(file)
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
    synced: async () => (logSync === undefined ? syncFileNow(walFile) : logSync.settled()),
    emptyLog: () => checkpointer.emptyLog(),
    async close() {
      sharedReads.end()
      await longReader?.destroy()
      longReader = undefined
      await logSync?.close()
      logSync = undefined
      await checkpointer.close()
      await reader.destroy()
      await writer.destroy()
      // Kysely closes only connections that it has used.
      reading.close()
      writing.close()
    },
  }
}

function openWriting(file: string) {
  const writing = openConnection(file)
  try {
    // SQLite's own copies of the log after a commit hide their errors (`copy-log.ts`).
    writing.pragma('wal_autocheckpoint = 0')
    chmodSync(file, 0o600)
    const walFile = walFileOf(writing)
    return { writing, walFile, gap: closeGap(writing, walFile) }
  } catch (error) {
    writing.close()
    throw error
  }
}

/** Ends the process, after the disk refused a sync: with its log, but without waiting for threads in the disk. */
function endAtOnce(walFile: string, reason: unknown): never {
  noteGap(walFile, reason)
  return endNow()
}

function endNow(): never {
  process.once('exit', () => process.kill(process.pid, 'SIGKILL'))
  process.exit(1)
}

/** A command has no log, and perhaps nobody who reads its stderr. */
function endCommand(walFile: string, reason: unknown): never {
  const file = walFile.replace(/-wal$/, '')
  const text = `error: The disk refused to sync ${file}. What was written is in ${walFile}; the next process copies it anew, and a server that runs ends for that. Check the disk (dmesg).\n`
  noteGap(walFile, reason)
  try {
    writeSync(2, text)
  } catch {
    // The note tells the next process.
  }
  return endNow()
}

export function kyselyOver(connection: RawConnection, beforeRead?: () => void): Kysely<Schema> {
  const statements = cachingStatements(connection)
  const database = { prepare: statements.prepare, close: () => void connection.close() }
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteConnectionAdapter(statements, beforeRead),
      createDriver: () => new ImmediateSqliteDriver({ database }, connection),
      createQueryCompiler: () => new StablePlanCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
  })
}
