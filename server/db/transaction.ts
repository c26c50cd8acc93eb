// The one way to write. Transactions that arrive together share one synced commit, each in its own savepoint, and
// each resolves only after that commit is on disk.

import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { ControlledTransaction, Kysely, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/** An open transaction. A function that takes it cannot be called with a plain `Db`. */
export type Trx = Transaction<Schema>

/** A connection to read with; a `Trx` is one too. */
export type Reader = Kysely<Schema>

export interface Db {
  /** A separate connection that cannot write, for reads outside transactions. */
  readonly reader: Reader
  /** Use `inTransaction`. */
  readonly write: <Result>(work: Work<Result>) => Promise<Result>
  /** Updates the statistics of the query planner from a sample, so it is quick however large the tables are. */
  optimize(): void
  /** From now on a power cut may lose the latest commits, but never damage data. For work that can be repeated. */
  commitLazily(): void
  close(): Promise<void>
}

type Work<Result> = (trx: Trx) => Promise<Result>

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

/**
 * Calls `callback` once the transaction is on disk, and never if it is rolled back. Use it to wake other parts of
 * this process. Work that must be done is written to the database instead.
 */
export function afterCommit(trx: Trx, callback: () => void): void {
  const callbacks = callbacksOf.get(trx)
  if (!callbacks) throw new Error('afterCommit works only within inTransaction')
  callbacks.push(callback)
}

/** Callbacks to run after the commit, by the transaction that `work` received. */
const callbacksOf = new WeakMap<Trx, (() => void)[]>()

interface QueuedWork {
  run(trx: Trx): Promise<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

type Outcome =
  | { readonly ok: true; readonly result: unknown; readonly callbacks: readonly (() => void)[] }
  | { readonly ok: false; readonly error: unknown }

/** Runs all writes one after another on one connection. */
export function createWriter(connection: Kysely<Schema>): Pick<Db, 'write'> {
  const queue: QueuedWork[] = []
  const insideWork = new AsyncLocalStorage<true>()
  let draining = false

  async function drain(): Promise<void> {
    draining = true
    while (queue.length > 0) {
      // Requests arrive in separate callbacks, and promises settle between two callbacks. One turn of the event
      // loop lets all ready transactions join, and lets other work run between commits.
      await turnOfTheLoop()
      await commitTogether(connection, queue.splice(0, worksPerCommitMax))
    }
    draining = false
  }

  return {
    write<Result>(work: Work<Result>): Promise<Result> {
      return new Promise<Result>((resolve, reject) => {
        // A nested transaction would wait for the one that waits for it: a deadlock.
        if (insideWork.getStore()) throw new Error('a transaction is open already: pass its trx on')
        const run = (trx: Trx) => insideWork.run(true, () => work(trx))
        queue.push({ run, resolve: resolve as (result: unknown) => void, reject })
        if (!draining) void drain()
      })
    },
  }
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
  for (const outcome of outcomes) if (outcome.ok) runCallbacks(outcome.callbacks)
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
  try {
    for (const work of works) outcomes.push(await runOne(trx, work))
    await trx.commit().execute()
    return outcomes
  } catch (error) {
    // If SQLite ended the transaction by itself, there is nothing to roll back.
    await trx
      .rollback()
      .execute()
      .catch(() => undefined)
    throw error
  }
}

async function runOne(trx: ControlledTransaction<Schema>, work: QueuedWork): Promise<Outcome> {
  const inside = await trx.savepoint('work').execute()
  const callbacks: (() => void)[] = []
  callbacksOf.set(inside, callbacks)
  try {
    const result = await work.run(inside)
    await inside.releaseSavepoint('work').execute()
    return { ok: true, result, callbacks }
  } catch (error) {
    try {
      await inside.rollbackToSavepoint('work').execute()
      await inside.releaseSavepoint('work').execute()
    } catch {
      // Some errors, such as a full disk, end the whole transaction, so all work in it fails.
      throw error
    }
    return { ok: false, error }
  }
}
