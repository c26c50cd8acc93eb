// Runs transactions on PostgreSQL: works of the lane one after another over all nodes, shared works beside each other.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely } from 'kysely'
import { writeAdditions } from '../additions.ts'
import type { Schema } from '../schema.ts'
import {
  beginWork,
  type Db,
  endWorks,
  type RunningWork,
  runCallbacks,
  type Work,
  type WorkKind,
} from '../transaction.ts'
import { lockLane } from './postgres-dialect.ts'
import {
  CommitUnknownError,
  DatabaseUnreachableError,
  isOvertaken,
  PoolBusyError,
} from './postgres-errors.ts'

/** How often a work runs that others overtook, its first run included. */
const runsMax = 5
/** How often it runs if its connections break. */
const runsMaxBroken = 2
/** How long a work waits for its turn in the lane before it is refused. */
const turnWaitMsDefault = 10_000

interface Connections {
  /** Its transactions begin with the lock of the lane. */
  readonly lane: Kysely<Schema>
  readonly shared: Kysely<Schema>
  /** For signs of life; without it they share the connections of `shared`. */
  readonly beats?: Kysely<Schema>
  /** Called after each commit with its duration, the server's sync included. */
  onCommit(durationMs: number): void
  /** How long a work waits for the works of the lane before it, of this process; 10 s by default. */
  readonly turnWaitMs?: number
}

/**
 * A work of the lane runs while no other one runs, here or on another node. One that waits too long for its turn fails
 * with `PoolBusyError` and never runs.
 */
export function createPostgresWriter({
  lane,
  shared,
  beats = shared,
  onCommit,
  turnWaitMs = turnWaitMsDefault,
}: Connections): Pick<Db, 'write'> {
  const insideWork = new AsyncLocalStorage<true>()
  let last: Promise<unknown> = Promise.resolve()
  /** The works of the kind `ahead` that are under way. */
  const ahead = new Set<Promise<unknown>>()

  function runAhead<Result>(run: () => Promise<Result>): Promise<Result> {
    const result = run()
    const ended = result.catch(() => undefined).finally(() => ahead.delete(ended))
    ahead.add(ended)
    return result
  }

  /** Waits here rather than at the lock, so that a waiting work holds no connection. */
  function inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    const refused = Promise.withResolvers<never>()
    let isRefused = false
    const timer = setTimeout(() => {
      isRefused = true
      refused.reject(new PoolBusyError('no turn to write to the database came in time'))
    }, turnWaitMs)
    const result = Promise.all([last, ...ahead]).then(() => {
      clearTimeout(timer)
      return isRefused ? refused.promise : run()
    })
    last = result.catch(() => undefined)
    return Promise.race([result, refused.promise])
  }

  return {
    async write<Result>(work: Work<Result>, kind: WorkKind = 'plain'): Promise<Result> {
      // In the lane it would wait for the one that waits for it; elsewhere it would commit apart.
      if (insideWork.getStore()) throw new Error('a transaction is open already: pass its trx on')
      const isInLane = kind === 'plain' || kind === 'alone'
      const connection = isInLane ? lane : kind === 'beat' ? beats : shared
      const run = () =>
        insideWork.run(true, () => runUntilAlone({ connection, isInLane, onCommit }, work))
      const runInOrder = isInLane ? inTurn : kind === 'ahead' ? runAhead : runAtOnce
      const { result, running } = await runInOrder(run)
      runCallbacks(running.callbacks)
      return result
    },
  }
}

function runAtOnce<Result>(run: () => Promise<Result>): Promise<Result> {
  return run()
}

interface Lane extends Pick<Connections, 'onCommit'> {
  readonly connection: Kysely<Schema>
  readonly isInLane: boolean
}

interface Done<Result> {
  readonly result: Result
  readonly running: RunningWork
}

/** Runs the work again if the database ended it in favour of another transaction, or its connection broke. */
async function runUntilAlone<Result>(lane: Lane, work: Work<Result>): Promise<Done<Result>> {
  for (let run = 1; ; run += 1) {
    try {
      return await runOnce(lane, work)
    } catch (error) {
      const runsOfThis = isOvertaken(error) ? runsMax : runsMaxOf(error)
      if (run >= runsOfThis) throw error
    }
  }
}

/** Without a commit that was sent, nothing of the first run is stored. */
function runsMaxOf(error: unknown): number {
  return error instanceof DatabaseUnreachableError ? runsMaxBroken : 1
}

async function runOnce<Result>(
  { connection, isInLane, onCommit }: Lane,
  work: Work<Result>,
): Promise<Done<Result>> {
  const trx = await connection.startTransaction().execute()
  const running = beginWork(trx, isInLane ? {} : { enterLane: () => lockLane(trx) })
  try {
    const result = await work(trx)
    await writeAdditions(trx, [running])
    const from = performance.now()
    await trx.commit().execute().catch(failCommit)
    onCommit(performance.now() - from)
    return { result, running }
  } catch (error) {
    await trx
      .rollback()
      .execute()
      .catch(() => undefined)
    throw error
  } finally {
    endWorks(trx)
  }
}

function failCommit(error: unknown): never {
  throw error instanceof DatabaseUnreachableError ? new CommitUnknownError(error.cause) : error
}
