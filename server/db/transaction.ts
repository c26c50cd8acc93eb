// The one way to write. Transactions that arrive together share one synced commit, each in its own savepoint, and
// each resolves only after that commit is on disk.

import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { ControlledTransaction, Kysely, Transaction } from 'kysely'
import type { Log } from '../kernel/log.ts'
import { createTurns } from '../kernel/turns.ts'
import { prepareCommand } from './prepared.ts'
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
  close(): Promise<void>
}

export type Readers = Pick<Db, 'reader' | 'longReader'>

type Work<Result> = (trx: Trx) => Promise<Result>

type Write = <Result>(work: Work<Result>, isAlone?: boolean) => Promise<Result>

/** Maximum number of transactions in one commit; limits how long the first waits for the last. */
const worksPerCommitMax = 64

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
  return db.write(work, true)
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
interface RunningWork {
  readonly callbacks: (() => void)[]
  readonly additions: Addition[]
}

/** The work that each open transaction runs now. A transaction runs its works one after another. */
const runningWorks = new WeakMap<Trx, RunningWork>()

function runningWorkOf(trx: Trx): RunningWork {
  const work = runningWorks.get(trx)
  if (!work) throw new Error('this works only within inTransaction')
  return work
}

interface QueuedWork {
  readonly isAlone: boolean
  run(trx: Trx): Promise<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

type Outcome =
  | { readonly ok: true; readonly result: unknown; readonly work: RunningWork }
  | { readonly ok: false; readonly error: unknown }

/** Runs all writes one after another on one connection. */
export function createWriter(
  connection: Kysely<Schema>,
  /** Called after each commit; the next transaction begins once a returned promise resolves. */
  onCommit: () => Promise<void> | undefined = () => undefined,
): Pick<Db, 'write'> {
  const queue: QueuedWork[] = []
  const insideWork = new AsyncLocalStorage<true>()
  let draining = false

  async function drain(): Promise<void> {
    draining = true
    try {
      while (queue.length > 0) {
        // Requests arrive in separate callbacks, and promises settle between two callbacks. One turn of the event
        // loop lets all ready transactions join, and lets other work run between commits.
        await turnOfTheLoop()
        await commitTogether(connection, takeGroup(queue))
        await onCommit()
      }
    } finally {
      draining = false
    }
  }

  return {
    write<Result>(work: Work<Result>, isAlone = false): Promise<Result> {
      return new Promise<Result>((resolve, reject) => {
        // A nested transaction would wait for the one that waits for it: a deadlock.
        if (insideWork.getStore()) throw new Error('a transaction is open already: pass its trx on')
        const run = (trx: Trx) => insideWork.run(true, () => work(trx))
        queue.push({ isAlone, run, resolve: resolve as (result: unknown) => void, reject })
        if (!draining) void drain()
      })
    },
  }
}

/** Takes the works of the next commit from the queue. */
function takeGroup(queue: QueuedWork[]): readonly QueuedWork[] {
  const alone = queue.findIndex(({ isAlone }) => isAlone)
  const count = alone === -1 ? worksPerCommitMax : Math.max(alone, 1)
  return queue.splice(0, Math.min(count, worksPerCommitMax))
}

async function commitTogether(
  connection: Kysely<Schema>,
  works: readonly QueuedWork[],
): Promise<void> {
  let outcomes: readonly Outcome[]
  try {
    const trx = await connection.startTransaction().execute()
    outcomes = await runEach(trx, works)
  } catch (error) {
    for (const work of works) work.reject(error)
    return
  }
  works.forEach((work, index) => {
    const outcome = outcomes[index]
    if (outcome?.ok) work.resolve(outcome.result)
    else work.reject(outcome?.error)
  })
  // Runs before the callers continue, because resolved promises settle in a later microtask.
  for (const outcome of outcomes) if (outcome.ok) runCallbacks(outcome.work.callbacks)
}

/** A callback that throws is a bug that ends the process, but the other callbacks still run. */
function runCallbacks(callbacks: readonly (() => void)[]): void {
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

async function runEach(
  trx: ControlledTransaction<Schema>,
  works: readonly QueuedWork[],
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  // Requests that only read are answered between two works: they read over a connection of their own.
  const giveTurn = createTurns()
  try {
    for (const work of works) {
      outcomes.push(await runOne(trx, work))
      await giveTurn()
    }
    await writeAdditions(trx, outcomes)
    await trx.commit().execute()
    return outcomes
  } catch (error) {
    // If SQLite ended the transaction by itself, there is nothing to roll back.
    await trx
      .rollback()
      .execute()
      .catch(() => undefined)
    throw error
  } finally {
    runningWorks.delete(trx)
  }
}

// Written as commands, because Kysely's own savepoints build three transaction objects for each.
const begin = prepareCommand('savepoint work')
const keep = prepareCommand('release savepoint work')
const undo = prepareCommand('rollback to savepoint work')

async function runOne(trx: ControlledTransaction<Schema>, work: QueuedWork): Promise<Outcome> {
  const running: RunningWork = { callbacks: [], additions: [] }
  runningWorks.set(trx, running)
  await begin.run(trx, {})
  try {
    const result = await work.run(trx)
    await keep.run(trx, {})
    return { ok: true, result, work: running }
  } catch (error) {
    try {
      await undo.run(trx, {})
      await keep.run(trx, {})
    } catch {
      // Some errors, such as a full disk, end the whole transaction, so all work in it fails.
      throw error
    }
    return { ok: false, error }
  }
}

/** Sums up the additions of all works and writes each row once. */
async function writeAdditions(trx: Trx, outcomes: readonly Outcome[]): Promise<void> {
  const sums = new Map<Counters<unknown>, Map<string, unknown>>()
  for (const outcome of outcomes) {
    if (!outcome.ok) continue
    for (const { counters, row } of outcome.work.additions) {
      const rows = sums.get(counters) ?? new Map<string, unknown>()
      sums.set(counters, rows)
      const name = counters.nameOf(row)
      const sum = rows.get(name)
      rows.set(name, sum === undefined ? row : counters.add(sum, row))
    }
  }
  for (const [counters, rows] of sums) {
    const inOrder = [...rows].toSorted(([one], [other]) => (one < other ? -1 : 1))
    for (const [, row] of inOrder) await counters.write(trx, row)
  }
}
