// Commits the transactions that arrive together in one synced commit. If one throws, only its own writes are rolled
// back. Each resolves only after the commit is on disk.

import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { createTurns } from '../../kernel/turns.ts'
import { writeAdditions } from '../additions.ts'
import { prepareCommand } from '../prepared.ts'
import type { Schema } from '../schema.ts'
import {
  beginWork,
  type Db,
  endWorks,
  type RunningWork,
  runCallbacks,
  type Trx,
  type Work,
  type WorkKind,
} from '../transaction.ts'
import type { Gathering } from './gather-works.ts'

/** Maximum number of transactions in one commit; limits how long the first waits for the last. */
const worksPerCommitMax = 64

/** Turns of the event loop that the first transaction of a commit waits at most for others that keep arriving. */
const joinTurnsMax = 4

/** Marks what it runs, and all that follows from it, as being inside a work. */
type RunInside = <Result>(run: () => Promise<Result>) => Promise<Result>

interface QueuedWork {
  readonly kind: WorkKind
  run(trx: Trx): Promise<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

type Outcome =
  | { readonly ok: true; readonly result: unknown; readonly work: RunningWork }
  | { readonly ok: false; readonly error: unknown }

interface WriterNeeds {
  /** Decides how long grouped works wait for others. */
  readonly gathering: Gathering
  /**
   * Called before a transaction begins, because the write-ahead log begins anew only while nobody reads it, and after
   * its commit, so that its callers read what they wrote.
   */
  endSharedReads(): void
  /** Runs a commit, which is acknowledged once the returned promise resolves. */
  commit(run: () => Promise<void>): Promise<void>
  /** Called with the duration of each commit that succeeded, the sync to disk included. */
  onCommit(durationMs: number): void
  /** Called after each commit; the next transaction begins once a returned promise resolves. */
  afterCommit(): Promise<void> | undefined
}

type CommitNeeds = Pick<WriterNeeds, 'gathering' | 'commit' | 'onCommit'>

/** Runs all writes one after another on one connection. */
export function createWriter(connection: Kysely<Schema>, needs: WriterNeeds): Pick<Db, 'write'> {
  const { gathering } = needs
  const queue: QueuedWork[] = []
  const insideWork = new AsyncLocalStorage<true>()
  let draining = false
  const runInside: RunInside = (run) => insideWork.run(true, run)

  async function drain(): Promise<void> {
    draining = true
    try {
      while (queue.length > 0) {
        await letOthersJoin(queue)
        await gathering.gather(queue)
        const works = takeGroup(queue)
        await commitTogether(connection, works, { ...needs, runInside })
        gathering.afterCommit(works)
        await needs.afterCommit()
      }
    } finally {
      draining = false
    }
  }

  return {
    write<Result>(work: Work<Result>, kind: WorkKind = 'plain'): Promise<Result> {
      return new Promise<Result>((resolve, reject) => {
        // A nested transaction would wait for the one that waits for it: a deadlock.
        if (insideWork.getStore()) throw new Error('a transaction is open already: pass its trx on')
        queue.push({ kind, run: work, resolve: resolve as (result: unknown) => void, reject })
        gathering.afterAdding(queue)
        if (!draining) void drain()
      })
    },
  }
}

/**
 * Requests arrive in separate callbacks, and promises settle between two callbacks. A turn of the event loop lets all
 * ready transactions join, and lets other work run between commits. While they join, clients that were just answered
 * send their next request: turns go on as long as each brings more, because a commit costs as much as several
 * transactions, however many it holds.
 */
async function letOthersJoin(queue: readonly QueuedWork[]): Promise<void> {
  for (let turns = 0; turns < joinTurnsMax; turns += 1) {
    const before = queue.length
    await turnOfTheLoop()
    if (queue.length === before || queue.length >= worksPerCommitMax) return
  }
}

/** Takes the works of the next commit from the queue. */
function takeGroup(queue: QueuedWork[]): readonly QueuedWork[] {
  const alone = queue.findIndex(({ kind }) => kind === 'alone')
  const count = alone === -1 ? worksPerCommitMax : Math.max(alone, 1)
  return queue.splice(0, Math.min(count, worksPerCommitMax))
}

async function commitTogether(
  connection: Kysely<Schema>,
  works: readonly QueuedWork[],
  {
    endSharedReads,
    runInside,
    ...needs
  }: CommitNeeds & { runInside: RunInside } & Pick<WriterNeeds, 'endSharedReads'>,
): Promise<void> {
  let outcomes: readonly Outcome[]
  try {
    endSharedReads()
    outcomes = await runInside(() => runTogether(connection, works, needs))
    endSharedReads()
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

/**
 * Runs the works in one transaction and commits it. A single work and repeatable works first run without savepoints,
 * for which SQLite would copy every page that they change.
 */
async function runTogether(
  connection: Kysely<Schema>,
  works: readonly QueuedWork[],
  needs: CommitNeeds,
): Promise<readonly Outcome[]> {
  const isSingle = works.length === 1
  const areRepeatable = works.every(({ kind }) => kind === 'repeatable' || kind === 'grouped')
  if (isSingle || areRepeatable) {
    const memory = areRepeatable ? new Map<string, unknown>() : undefined
    try {
      return await runEach(connection, works, needs, (trx, work) => runBare(trx, work, memory))
    } catch (error) {
      if (!(error instanceof FailedWork)) throw error
      if (isSingle) return [{ ok: false, error: error.cause }]
    }
  }
  return runEach(connection, works, needs, runInSavepoint)
}

async function runEach(
  connection: Kysely<Schema>,
  works: readonly QueuedWork[],
  needs: CommitNeeds,
  runOne: (trx: Trx, work: QueuedWork) => Promise<Outcome>,
): Promise<readonly Outcome[]> {
  const trx = await connection.startTransaction().execute()
  const outcomes: Outcome[] = []
  // Requests that only read are answered between two works: they read over a connection of their own.
  const giveTurn = createTurns()
  try {
    for (const work of works) {
      outcomes.push(await runOne(trx, work))
      const turn = giveTurn()
      if (turn !== undefined) await turn
    }
    await writeAdditions(
      trx,
      outcomes.flatMap((outcome) => (outcome.ok ? [outcome.work] : [])),
    )
    const from = performance.now()
    await needs.commit(() => trx.commit().execute())
    const durationMs = performance.now() - from
    needs.gathering.measureCommit(durationMs)
    needs.onCommit(durationMs)
    return outcomes
  } catch (error) {
    // If SQLite ended the transaction by itself, there is nothing to roll back.
    await trx
      .rollback()
      .execute()
      .catch(() => undefined)
    throw error
  } finally {
    endWorks(trx)
  }
}

// Written as commands, because Kysely's own savepoints build three transaction objects for each.
const begin = prepareCommand('savepoint work')
const keep = prepareCommand('release savepoint work')
const undo = prepareCommand('rollback to savepoint work')

/** Thrown by `runBare`; its cause is the error of the work. */
class FailedWork extends Error {}

/** @throws FailedWork: the transaction must be rolled back */
async function runBare(
  trx: Trx,
  work: QueuedWork,
  memory: Map<string, unknown> | undefined,
): Promise<Outcome> {
  const running = beginWork(trx, { memory })
  try {
    return { ok: true, result: await work.run(trx), work: running }
  } catch (cause) {
    throw new FailedWork('a work without a savepoint failed', { cause })
  }
}

async function runInSavepoint(trx: Trx, work: QueuedWork): Promise<Outcome> {
  const running = beginWork(trx)
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
