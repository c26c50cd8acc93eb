// The one way to write, and what a transaction can leave to its commit. The writer of each engine runs the
// transactions.

import type { Kysely, Transaction } from 'kysely'
import type { Dialect } from '../kernel/dialect.ts'
import type { Log } from '../kernel/log.ts'
import type { Schema } from './schema.ts'

/** An open transaction. A function that takes it cannot be called with a plain `Db`. */
export type Trx = Transaction<Schema>

/** A connection to read with; a `Trx` is one too. */
export type Reader = Kysely<Schema>

export interface Db {
  readonly dialect: Dialect
  /** Absent with SQLite. */
  readonly connections?: NodeConnections
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
   * From now on syncs of commits, checkpoints and the queries of `longReader` run in threads of their own, which start
   * when first needed. For a server; a command that opens the database shortly does without.
   */
  runInThreads(log: Log): void
  /** From now on calls `listener` after each commit with its duration; at most one listener. */
  measureCommits(listener: (durationMs: number) => void): void
  /**
   * Resolves once every commit that `reader` can have seen until now is on disk. On SQLite reads see a commit of a
   * server a moment before that: await it before you tell another system what you have read.
   * @throws errors of the file system, in a process that is no server
   */
  synced(): Promise<void>
  /** From now on a power cut may lose the latest commits, but never damage data. For work that can be repeated. */
  commitLazily(): void
  /**
   * Truncates the write-ahead log, so that no deleted bytes stay in it. Returns false if a reader prevented it for two
   * seconds.
   */
  emptyLog(): Promise<boolean>
  close(): Promise<void>
}

/** The connections of the nodes to a database server. Each carries the id of its node. */
export interface NodeConnections {
  readonly nodeId: string
  /**
   * Ends the connections of a node that is dead for the others. One that stands still, or is cut off in the middle of a
   * transaction, would otherwise hold locks that those wait for who take over its work.
   */
  endThoseOf(nodeId: string): Promise<void>
  /**
   * Keeps migrations away until the transaction ends. @throws MigrationError if this release cannot work on the schema
   */
  holdSchema(trx: Trx): Promise<void>
  /**
   * Breaks the connections of this process if none has got an answer for so long; later ones are made anew. The machine
   * of the server is gone or out of reach, which a connection would notice after minutes.
   */
  dropSilent(forMs: number): void
}

export type Readers = Pick<Db, 'reader' | 'longReader'>

export type Work<Result> = (trx: Trx) => Promise<Result>

type Write = <Result>(work: Work<Result>, kind?: WorkKind) => Promise<Result>

/**
 * What a work promises, and what it gets for it.
 * - `plain` promises nothing: no other plain work runs at the same time, on this node or another, so what it has read
 *   stays true until its commit.
 * - `alone`: plain, and commits without others.
 * - `shared` promises to be right beside any other work: it inserts, or updates and deletes rows by conditions that
 *   name the state that it expects. On PostgreSQL it waits for nobody but the rows that it writes.
 * - `repeatable`: shared, and on SQLite grouped without savepoints.
 * - `grouped`: repeatable, and on PostgreSQL too committed together with others; while many come, it waits for them for
 *   up to 2 ms on SQLite, if commits are slow. It locks no stored row before its last writes: rows of Idempotency-Keys,
 *   then the lane, then counters, so that the groups of two nodes never wait for each other in a circle.
 * - `ahead`: shared, and committed, or failed, before every plain work that this node begins later.
 * - `beat`: shared, and on PostgreSQL over a connection of its own, which requests never keep busy.
 *
 * On PostgreSQL every work may run a second time after its first run was rolled back, if another transaction overtook
 * it (deadlock) or its connection broke before the commit.
 */
export type WorkKind = 'plain' | 'alone' | 'shared' | 'repeatable' | 'grouped' | 'ahead' | 'beat'

/**
 * Runs `work` in a transaction that writes alone (SQLite: `BEGIN IMMEDIATE`; PostgreSQL: a lock of the database) and
 * resolves once its commit is on disk. If `work` throws, only its own writes are rolled back. `work` must be short and
 * local: no network, file or timer inside, and no read or write except through `trx`.
 */
export function inTransaction<Result>(db: Pick<Db, 'write'>, work: Work<Result>): Promise<Result> {
  return db.write(work)
}

/** Like `inTransaction`, for a work that is right beside any other: see `shared` of `WorkKind`. */
export function inSharedTransaction<Result>(
  db: Pick<Db, 'write'>,
  work: Work<Result>,
): Promise<Result> {
  return db.write(work, 'shared')
}

/** Like `inTransaction`, but commits alone: for work that reads rows of `Counters`. */
export function inOwnCommit<Result>(db: Pick<Db, 'write'>, work: Work<Result>): Promise<Result> {
  return db.write(work, 'alone')
}

/**
 * Like `inSharedTransaction`, for work on the hot path that may run twice. If a work of the same commit
 * throws, all of them are rolled back and run again, each in a savepoint. `work` must not change
 * what `oncePerCommit` reads.
 */
export function inRepeatableTransaction<Result>(
  db: Pick<Db, 'write'>,
  work: Work<Result>,
): Promise<Result> {
  return db.write(work, 'repeatable')
}

/**
 * Like `inRepeatableTransaction`, for the hottest works: on PostgreSQL too they commit together, which shares the round
 * trips of `writeByCommit` and the wait for the disk. See `grouped` of `WorkKind`.
 */
export function inGroupedTransaction<Result>(
  db: Pick<Db, 'write'>,
  work: Work<Result>,
): Promise<Result> {
  return db.write(work, 'grouped')
}

/** Like `inSharedTransaction`, for records of what plain works of this node build on: see `ahead` of `WorkKind`. */
export function inTransactionAhead<Result>(
  db: Pick<Db, 'write'>,
  work: Work<Result>,
): Promise<Result> {
  return db.write(work, 'ahead')
}

/** Like `inSharedTransaction`, for a sign of life of this node: it must not wait for a busy pool. */
export function inBeatTransaction<Result>(
  db: Pick<Db, 'write'>,
  work: Work<Result>,
): Promise<Result> {
  return db.write(work, 'beat')
}

/**
 * Calls `callback` once the transaction is on disk, and never if it is rolled back. Use it to wake other parts of
 * this process. Work that must be done is written to the database instead.
 */
export function afterCommit(trx: Trx, callback: () => void): void {
  runningWorkOf(trx).callbacks.push(callback)
}

/**
 * Returns what `read` returns. Repeatable works that commit together read it once; any other work reads it each time.
 * @param name of the value, the same wherever it is read
 */
export async function oncePerCommit<Value>(
  trx: Trx,
  name: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const memory = runningWorks.get(trx)?.memory
  if (memory?.has(name)) return memory.get(name) as Value
  const value = await read()
  memory?.set(name, value)
  return value
}

/** Replaces a value of `oncePerCommit` for the works that follow in the same commit. */
export function replaceInCommit(trx: Trx, name: string, value: unknown): void {
  runningWorks.get(trx)?.memory?.set(name, value)
}

/**
 * From here to its commit the transaction is the only one that writes in the lane, as a plain work is from its
 * beginning. For shared works whose last writes have one order over all nodes, such as an entry of the audit log.
 */
export async function enterLane(trx: Trx): Promise<void> {
  await runningWorks.get(trx)?.enterLane?.()
}

/** Counters of one table, to which many transactions add. */
export interface Counters<Row> {
  readonly table: keyof Schema
  /** Rows with equal names are added up. The names order the writes, so that every process writes in one order. */
  nameOf(row: Row): string
  /** Returns the sum of two rows with equal names. */
  add(one: Row, other: Row): Row
  /** Adds each row to the stored one, in the order of the rows. */
  readonly rows: Together<Row>
}

/**
 * Adds to counters. The additions of all transactions of one commit are summed up and written once, just before the
 * commit, so `trx` does not read its own additions back.
 */
export function addAtCommit<Row>(trx: Trx, counters: Counters<Row>, row: Row): void {
  runningWorkOf(trx).additions.push({ counters: counters as Counters<unknown>, row })
}

/** Writes that several works can have done together. */
export interface Together<Item> {
  /** Whether they begin with `enterLane`: they come after all others then, and only counters follow. */
  readonly isInLane: boolean
  writeAll(trx: Trx, items: readonly Item[]): Promise<unknown>
}

/**
 * Writes the item before any other statement of the transaction, or at its commit. Grouped works on PostgreSQL hand it
 * over, and what they all handed over is written at once; what that throws fails the works, each for its own part.
 * Elsewhere it is written now. Rows must come after those that they refer to, in every work alike.
 */
export async function writeByCommit<Item>(
  trx: Trx,
  together: Together<Item>,
  item: Item,
): Promise<void> {
  const handOver = runningWorks.get(trx)?.handOver
  if (handOver) handOver(together as Together<unknown>, item)
  else await together.writeAll(trx, [item])
}

interface Addition {
  readonly counters: Counters<unknown>
  readonly row: unknown
}

/** Effects of a work that happen at the commit, unless the work is rolled back. */
export interface RunningWork {
  readonly callbacks: (() => void)[]
  readonly additions: Addition[]
  /** Values that the works of a commit share, by name; undefined if they share none. */
  readonly memory: Map<string, unknown> | undefined
  /** Waits until no other work is in the lane; absent where the work is in it from its beginning. */
  readonly enterLane?: () => Promise<void>
  /** Takes writes for `writeByCommit`; absent where they are not put off. */
  readonly handOver?: (together: Together<unknown>, item: unknown) => void
}

/** The work that each open transaction runs now. A transaction runs its works one after another. */
const runningWorks = new WeakMap<Trx, RunningWork>()

/** For the writers: the effects of the work that begins now are collected in the returned value. */
export function beginWork(
  trx: Trx,
  {
    memory,
    ...means
  }: Pick<RunningWork, 'enterLane' | 'handOver'> & { readonly memory?: RunningWork['memory'] } = {},
): RunningWork {
  const running = { callbacks: [], additions: [], memory, ...means }
  runningWorks.set(trx, running)
  return running
}

/** For the writers: a callback that throws is a bug that ends the process, but the other callbacks still run. */
export function runCallbacks(callbacks: readonly (() => void)[]): void {
  for (const callback of callbacks) {
    try {
      callback()
    } catch (error) {
      queueMicrotask(() => {
        throw error
      })
    }
  }
}

/** For the writers: no work of the transaction runs any more. */
export function endWorks(trx: Trx): void {
  runningWorks.delete(trx)
}

function runningWorkOf(trx: Trx): RunningWork {
  const work = runningWorks.get(trx)
  if (!work) throw new Error('this works only within inTransaction')
  return work
}
