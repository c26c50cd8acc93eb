// The one way to write. Works that arrive together share one synced commit, each in a savepoint of its
// own, and every caller hears back only after that commit is on disk.

import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { ControlledTransaction, Kysely, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/** A transaction in progress. A function that takes it cannot be called with a plain `Db`. */
export type Trx = Transaction<Schema>

/** Where a read may happen: outside transactions, or within one. */
export type Reader = Kysely<Schema>

export interface Db {
  /** Reads outside transactions; a connection of its own that cannot write. */
  readonly reader: Reader
  /** Use `inTransaction`. */
  readonly write: <Result>(work: Work<Result>) => Promise<Result>
  /** Looks at the tables, so that indexes are chosen by what is in them. Short, however large they are. */
  optimize(): void
  /** From here on a power cut may take the latest commits, though never more. For what can be done again. */
  commitLazily(): void
  close(): Promise<void>
}

type Work<Result> = (trx: Trx) => Promise<Result>

/** Works that share one commit at most; bounds how long the first of them waits for the last. */
const worksPerCommitMax = 64

/**
 * Runs `work` in a transaction (`BEGIN IMMEDIATE`) and resolves once its commit is on disk. Throwing
 * undoes what `work` wrote, and nothing else. `work` must be short and local: no network, file or
 * timer inside, and no read or write but through `trx`.
 */
export function inTransaction<Result>(db: Pick<Db, 'write'>, work: Work<Result>): Promise<Result> {
  return db.write(work)
}

/**
 * Has `tell` called once what is written in this transaction is on disk, and never if it is undone.
 * For telling others in this process that there is work; what must happen is written down instead.
 */
export function afterCommit(trx: Trx, tell: () => void): void {
  const waiting = toTell.get(trx)
  if (!waiting) throw new Error('only work of inTransaction can be told of its commit')
  waiting.push(tell)
}

/** Who wants to hear of a commit, by the transaction as its work knows it. */
const toTell = new WeakMap<Trx, (() => void)[]>()

interface Waiting {
  run(trx: Trx): Promise<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

type Outcome =
  | { readonly ok: true; readonly result: unknown; readonly tell: readonly (() => void)[] }
  | { readonly ok: false; readonly error: unknown }

/** Serialises every write on one connection. */
export function createWriter(connection: Kysely<Schema>): Pick<Db, 'write'> {
  const waiting: Waiting[] = []
  const insideWork = new AsyncLocalStorage<true>()
  let draining = false

  async function drain(): Promise<void> {
    draining = true
    while (waiting.length > 0) {
      // Requests arrive in callbacks of their own, and promises settle between two callbacks: only a
      // turn of the loop lets all that are ready join, and lets others be served between commits.
      await turnOfTheLoop()
      await commitTogether(connection, waiting.splice(0, worksPerCommitMax))
    }
    draining = false
  }

  return {
    write<Result>(work: Work<Result>): Promise<Result> {
      return new Promise<Result>((resolve, reject) => {
        // It would wait for the work that waits for it, and everybody else for both.
        if (insideWork.getStore()) throw new Error('a transaction is open here: pass its trx on')
        const run = (trx: Trx) => insideWork.run(true, () => work(trx))
        waiting.push({ run, resolve: resolve as (result: unknown) => void, reject })
        if (!draining) void drain()
      })
    },
  }
}

async function commitTogether(
  connection: Kysely<Schema>,
  works: readonly Waiting[],
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
  // Before any caller goes on: what was resolved is heard of in a later step.
  for (const outcome of outcomes) if (outcome.ok) tellAll(outcome.tell)
}

/** Who throws is a bug that ends the process, but it must not keep the others from hearing. */
function tellAll(toBeTold: readonly (() => void)[]): void {
  for (const tell of toBeTold) {
    try {
      tell()
    } catch (error) {
      queueMicrotask(() => {
        throw error
      })
    }
  }
}

async function runEach(
  trx: ControlledTransaction<Schema>,
  works: readonly Waiting[],
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  try {
    for (const work of works) outcomes.push(await runOne(trx, work))
    await trx.commit().execute()
    return outcomes
  } catch (error) {
    // Where the transaction ended by itself, there is nothing left to roll back.
    await trx
      .rollback()
      .execute()
      .catch(() => undefined)
    throw error
  }
}

async function runOne(trx: ControlledTransaction<Schema>, work: Waiting): Promise<Outcome> {
  const inside = await trx.savepoint('work').execute()
  const tell: (() => void)[] = []
  toTell.set(inside, tell)
  try {
    const result = await work.run(inside)
    await inside.releaseSavepoint('work').execute()
    return { ok: true, result, tell }
  } catch (error) {
    try {
      await inside.rollbackToSavepoint('work').execute()
      await inside.releaseSavepoint('work').execute()
    } catch {
      // A full disk, for one, ends the whole transaction by itself: what everyone in it must hear.
      throw error
    }
    return { ok: false, error }
  }
}
