// Kysely over a pool of PostgreSQL connections.

import {
  CompiledQuery,
  type DatabaseConnection,
  DefaultConnectionProvider,
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
} from 'kysely'
import type { Schema } from '../schema.ts'
import type { ConnectionPool } from './connection-pool.ts'
import { EmptyListCompiler } from './postgres-compiler.ts'
import { WatchedExecutor } from './watched-executor.ts'

/**
 * The lock of the lane: a transaction that holds it is the only one of its kind in the database, whichever process
 * runs it. The number is arbitrary and must never change.
 */
const laneLock = 5_208_310_417_206_114

/** @param lane whether transactions begin by waiting for the lock of the lane, in the same round trip */
export function kyselyOverPool(
  pool: ConnectionPool,
  { lane = false }: { readonly lane?: boolean } = {},
): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createDriver: () => (lane ? new LaneDriver({ pool }) : new PostgresDriver({ pool })),
      ...ofEveryPool,
    },
  })
}

const ofEveryPool = {
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new EmptyListCompiler(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
}

/** For grouped works: a step can be set before each statement of a transaction, see `TransactionAdapter`. */
export function watchedKyselyOverPool(pool: ConnectionPool): Kysely<Schema> {
  const driver = new PostgresDriver({ pool })
  // It only takes the pool.
  void driver.init()
  const dialect = { ...ofEveryPool, createDriver: () => driver }
  const executor = new WatchedExecutor(
    dialect.createQueryCompiler(),
    dialect.createAdapter(),
    new DefaultConnectionProvider(driver),
  )
  return new Kysely<Schema>({ config: { dialect }, driver, executor, dialect })
}

const lock = `select pg_advisory_xact_lock(${laneLock})`
const rollback = CompiledQuery.raw('rollback')
const beginInLane = CompiledQuery.raw(`begin; ${lock}`)

/** Waits for the lock of the lane; its commit returns it. A second call changes nothing. */
export async function lockLane(trx: Kysely<Schema>): Promise<void> {
  await trx.executeQuery(CompiledQuery.raw(lock))
}

class LaneDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(beginInLane)
    } catch (error) {
      // The transaction begins even where the lock is refused, and Kysely gives the connection back as it is.
      await connection.executeQuery(rollback).catch(() => undefined)
      throw error
    }
  }
}
