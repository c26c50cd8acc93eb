// Runs transactions on PostgreSQL: works of the lane one after another over all nodes, shared works beside each other,
// grouped works several in one transaction.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely } from 'kysely'
import { codeOf } from '../../kernel/has-code.ts'
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
import { createGroups, type GroupedWork } from './groups.ts'
import { collectHandedOver, type HandedOver } from './handed-over.ts'
import { lockLane } from './postgres-dialect.ts'
import {
  CommitUnknownError,
  DatabaseUnreachableError,
  isLockWait,
  isOvertaken,
  noTurn,
  PoolBusyError,
  troubleOfPostgres,
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
  /** For grouped works: over `watchedKyselyOverPool`. */
  readonly grouped: Kysely<Schema>
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
  grouped,
  beats = shared,
  onCommit,
  turnWaitMs = turnWaitMsDefault,
}: Connections): Pick<Db, 'write'> {
  const insideWork = new AsyncLocalStorage<true>()
  let last: Promise<unknown> = Promise.resolve()
  /** The works of the kind `ahead` that are under way. */
  const ahead = new Set<Promise<unknown>>()
  const inside = { isInLane: false, isGrouped: true, connection: grouped, onCommit }
  const addToGroup = createGroups((group) =>
    commitGroup((works) => runInside(inside, works), group),
  )

  function runInside(lane: Lane, works: readonly Work<unknown>[]): Promise<readonly Done[]> {
    return insideWork.run(true, () => runUntilAlone(lane, works))
  }

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
      refused.reject(new PoolBusyError(noTurn))
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
      if (kind === 'grouped') return addToGroup(work)
      const isInLane = kind === 'plain' || kind === 'alone'
      const connection = isInLane ? lane : kind === 'beat' ? beats : shared
      const run = () => runInside({ connection, isInLane, onCommit }, [work])
      const runInOrder = isInLane ? inTurn : kind === 'ahead' ? runAhead : runAtOnce
      const [done] = await runInOrder(run)
      if (done === undefined) throw new Error('no work was run')
      runCallbacks(done.running.callbacks)
      return done.result as Result
    },
  }
}

function runAtOnce<Result>(run: () => Promise<Result>): Promise<Result> {
  return run()
}

/**
 * Settles all works: together, or in parts if one of them fails. The parts run one after another, so that a group never
 * takes a second connection.
 */
async function commitGroup(run: RunWorks, group: readonly GroupedWork[]): Promise<void> {
  try {
    const done = await run(group.map(({ work }) => work))
    group.forEach(({ resolve }, index) => void resolve(done[index]?.result))
    // Runs before the callers continue, because resolved promises settle in a later microtask.
    for (const { running } of done) runCallbacks(running.callbacks)
  } catch (error) {
    if (group.length === 1 || isOfAll(error)) for (const { reject } of group) reject(error)
    else for (const part of partsOf(group, error)) await commitGroup(run, part)
  }
}

/** Returns whether each work alone would meet it too: a trouble of the database, but not the lock of one row. */
function isOfAll(error: unknown): boolean {
  return !isLockWait(error) && troubleOfPostgres(codeOf(error)) !== undefined
}

/** Halves find one bad work in few transactions. Behind a locked row each half would wait for it once more. */
function partsOf(group: readonly GroupedWork[], error: unknown): readonly GroupedWork[][] {
  if (isLockWait(error)) return group.map((one) => [one])
  const half = Math.ceil(group.length / 2)
  return [group.slice(0, half), group.slice(half)]
}

interface Lane extends Pick<Connections, 'onCommit'> {
  readonly connection: Kysely<Schema>
  readonly isInLane: boolean
  /** Whether the works share their reads and have writes done together. */
  readonly isGrouped?: boolean
}

interface Done {
  readonly result: unknown
  readonly running: RunningWork
}

/** Runs works in one transaction, one after another. */
type RunWorks = (works: readonly Work<unknown>[]) => Promise<readonly Done[]>

/** Runs them again if the database ended them in favour of another transaction, or their connection broke. */
async function runUntilAlone(
  lane: Lane,
  works: readonly Work<unknown>[],
): Promise<readonly Done[]> {
  for (let run = 1; ; run += 1) {
    try {
      return await runOnce(lane, works)
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

async function runOnce(
  { connection, isInLane, isGrouped = false, onCommit }: Lane,
  works: readonly Work<unknown>[],
): Promise<readonly Done[]> {
  const trx = await connection.startTransaction().execute()
  const handedOver = isGrouped ? collectHandedOver(trx) : undefined
  const means = {
    ...(handedOver && { memory: new Map<string, unknown>(), handOver: handedOver.handOver }),
    ...(!isInLane && { enterLane: enterOnce(trx, handedOver) }),
  }
  const done: Done[] = []
  try {
    for (const work of works) {
      const running = beginWork(trx, means)
      done.push({ running, result: await work(trx) })
    }
    await handedOver?.write()
    await writeAdditions(
      trx,
      done.map(({ running }) => running),
    )
    const from = performance.now()
    await trx.commit().execute().catch(failCommit)
    onCommit(performance.now() - from)
    return done
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

/** What was handed over is written first, so that rows of Idempotency-Keys are locked before the lane. */
function enterOnce(trx: Kysely<Schema>, handedOver: HandedOver | undefined): () => Promise<void> {
  const lock = () => lockLane(trx).catch(refuseTurn)
  let entered: Promise<void> | undefined
  return async () => {
    await handedOver?.write()
    // Past the watch: an entry of the audit log that is being written may wait for this lock.
    entered ??= handedOver ? handedOver.runPast(lock) : lock()
    await entered
  }
}

/** Whoever waits for the lane waits for works of all kinds, not for a row of its own. */
function refuseTurn(error: unknown): never {
  throw isLockWait(error) ? new PoolBusyError(noTurn) : error
}

function failCommit(error: unknown): never {
  throw error instanceof DatabaseUnreachableError ? new CommitUnknownError(error.cause) : error
}
