// The one way to write, and what a transaction can leave to its commit. `group-commit.ts` runs the transactions.

import type { Kysely, Transaction } from 'kysely'
import type { Log } from '../kernel/log.ts'
import type { Schema } from './schema.ts'

/** An open transaction. A function that takes it cannot be called with a plain `Db`. */
export type Trx = Transaction<Schema>

/** A connection to read with; a `Trx` is one too. */
export type Reader = Kysely<Schema>

export interface Db {
  /** A separate connection that cannot write, for reads outside transactions. */
  readonly reader: Reader
  /** For queries that may take longer than a few milliseconds: in a server they run in a thread. */
  readonly longReader: Reader
  /**
   * Call it when a request arrives. Lets the reads over `reader` until the end of this turn of the event loop share one
   * snapshot, which the first of them takes; a commit of this process ends it early. So each request sees every commit,
   * of any process, from before it was sent.
   */
  shareReads(): void
  /** Use `inTransaction`. */
  readonly write: Write
  /** Updates the statistics of the query planner from a sample, so it is quick however large the tables are. */
  optimize(): void
  /**
   * From now on checkpoints and the queries of `longReader` run in threads of their own, which start when first
   * needed. For a server; a command that opens the database shortly does without.
   */
  runInThreads(log: Log): void
  /** From now on a power cut may lose the latest commits, but never damage data. For work that can be repeated. */
  commitLazily(): void
  /**
   * Truncates the write-ahead log, so that no deleted bytes stay in it. Returns false if a reader prevented it for two
   * seconds.
   */
  emptyLog(): Promise<boolean>
  close(): Promise<void>
}

export type Readers = Pick<Db, 'reader' | 'longReader'>

export type Work<Result> = (trx: Trx) => Promise<Result>

type Write = <Result>(work: Work<Result>, kind?: WorkKind) => Promise<Result>

/** `alone`: commits without others. `repeatable`: may run a second time after its first run was rolled back. */
export type WorkKind = 'plain' | 'alone' | 'repeatable'

/**
 * Runs `work` in a transaction (`BEGIN IMMEDIATE`) and resolves once its commit is on disk. If `work` throws, only
 * its own writes are rolled back. `work` must be short and local: no network, file or timer inside, and no
 * read or write except through `trx`.
 */
export function inTransaction<Result>(db: Pick<Db, 'write'>, work: Work<Result>): Promise<Result> {
  return db.write(work)
}

/** Like `inTransaction`, but commits alone: for work that reads rows of `Counters`. */
export function inOwnCommit<Result>(db: Pick<Db, 'write'>, work: Work<Result>): Promise<Result> {
  return db.write(work, 'alone')
}

/**
 * Like `inTransaction`, for work on the hot path that may run twice. If a work of the same commit
 * throws, all of them are rolled back and run again, each in a savepoint.
 */
export function inRepeatableTransaction<Result>(
  db: Pick<Db, 'write'>,
  work: Work<Result>,
): Promise<Result> {
  return db.write(work, 'repeatable')
}

/**
 * Calls `callback` once the transaction is on disk, and never if it is rolled back. Use it to wake other parts of
 * this process. Work that must be done is written to the database instead.
 */
export function afterCommit(trx: Trx, callback: () => void): void {
  runningWorkOf(trx).callbacks.push(callback)
}

/** Counters of one table, to which many transactions add. */
export interface Counters<Row> {
  /** Rows with equal names are added up. The names order the writes, so that every process writes in one order. */
  nameOf(row: Row): string
  /** Returns the sum of two rows with equal names. */
  add(one: Row, other: Row): Row
  /** Adds the row to the stored one. */
  write(trx: Trx, row: Row): Promise<unknown>
}

/**
 * Adds to counters. The additions of all transactions of one commit are summed up and written once, just before the
 * commit, so `trx` does not read its own additions back.
 */
export function addAtCommit<Row>(trx: Trx, counters: Counters<Row>, row: Row): void {
  runningWorkOf(trx).additions.push({ counters: counters as Counters<unknown>, row })
}

interface Addition {
  readonly counters: Counters<unknown>
  readonly row: unknown
}

/** Effects of a work that happen at the commit, unless the work is rolled back. */
export interface RunningWork {
  readonly callbacks: (() => void)[]
  readonly additions: Addition[]
}

/** The work that each open transaction runs now. A transaction runs its works one after another. */
const runningWorks = new WeakMap<Trx, RunningWork>()

/** For `group-commit.ts`: the effects of the work that begins now are collected in the returned value. */
export function beginWork(trx: Trx): RunningWork {
  const running: RunningWork = { callbacks: [], additions: [] }
  runningWorks.set(trx, running)
  return running
}

/** For `group-commit.ts`: no work of the transaction runs any more. */
export function endWorks(trx: Trx): void {
  runningWorks.delete(trx)
}

function runningWorkOf(trx: Trx): RunningWork {
  const work = runningWorks.get(trx)
  if (!work) throw new Error('this works only within inTransaction')
  return work
}
