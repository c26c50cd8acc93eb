// What becomes of works and connections when PostgreSQL is held up, silent or fails in a migration.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Migration } from '../../../server/db/migrations/index.ts'
import { openPool } from '../../../server/db/postgres/connection-pool.ts'
import { databaseAddressOf } from '../../../server/db/postgres/database-address.ts'
import { openPostgres } from '../../../server/db/postgres/open-postgres.ts'
import { kyselyOverPool } from '../../../server/db/postgres/postgres-dialect.ts'
import { createPostgresWriter } from '../../../server/db/postgres/postgres-writer.ts'
import { storageTroubleOf } from '../../../server/db/storage-trouble.ts'
import {
  type Db,
  inSharedTransaction,
  inTransaction,
  type Trx,
} from '../../../server/db/transaction.ts'
import { holdTransaction } from '../../support/held-transaction.ts'
import { onPostgres, openTestPostgres } from '../../support/postgres.ts'

const countOf = async ({ reader }: Db) => {
  const { count } = await reader
    .selectFrom('live_days')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const insertDay = (trx: Trx, starts_at: number) =>
  trx.insertInto('live_days').values({ api_key_id: 'key_1', starts_at, verifications: 1 }).execute()

describe('a lane that is held for too long', onPostgres, () => {
  test('refuses the work that waits for it, and leaves the connection usable', async (t) => {
    const { db, url } = await openTestPostgres(t)
    const hasty = { ...databaseAddressOf(url), options: '-c lock_timeout=20ms' }
    const other = openPostgres({ address: hasty, connectionsMax: 1 })
    t.after(() => other.close())
    const letLaneGo = await holdTransaction((work) => inTransaction(db, work))
    const refused = await inTransaction(other, (trx) => insertDay(trx, 1)).catch(
      (error: unknown) => error,
    )
    const shared = await inSharedTransaction(other, (trx) => insertDay(trx, 2)).catch(
      (error: unknown) => error,
    )
    await letLaneGo()
    assert.equal(Reflect.get(Object(refused), 'code'), '55P03')
    assert.ok(Array.isArray(shared), String(shared))
    await inTransaction(other, (trx) => insertDay(trx, 3))
    assert.equal(await countOf(db), 2)
  })
})

describe('the queue of the lane', onPostgres, () => {
  test('refuses a work whose turn does not come in time, and runs those after it', async (t) => {
    const { url, db } = await openTestPostgres(t)
    const address = databaseAddressOf(url)
    const pool = openPool({ address, name: 'svc test', connectionsMax: 1, statementTimeoutMs: 0 })
    t.after(() => pool.end())
    const lane = kyselyOverPool(pool, { lane: true })
    const connections = { lane, shared: lane, grouped: lane, onCommit: () => {} }
    const writer = createPostgresWriter({ ...connections, turnWaitMs: 50 })
    const isInside = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const first = inTransaction(writer, async (trx) => {
      await insertDay(trx, 1)
      isInside.resolve()
      await goOn.promise
    })
    await isInside.promise
    const late = inTransaction(writer, (trx) => insertDay(trx, 2)).catch((error: unknown) => error)
    // Without a limit the late work would wait for the first one.
    const ends = setTimeout(goOn.resolve, 1_000)
    assert.equal(storageTroubleOf(await late), 'busy')
    clearTimeout(ends)
    goOn.resolve()
    await first
    await inTransaction(writer, (trx) => insertDay(trx, 3))
    assert.equal(await countOf(db), 2)
  })
})

describe('a migration that fails', onPostgres, () => {
  test('says why, also where it cannot be rolled back any more', async (t) => {
    const { db } = await openTestPostgres(t)
    const migration: Migration = {
      version: 2,
      name: 'fails',
      kind: 'additive',
      async up(_, { run }) {
        await run('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined)
        throw new Error('the first cause')
      },
    }
    await assert.rejects(
      db.schema.apply([migration], 0, () => {}),
      // Only the place: a message may quote a value.
      /migration 2 \(fails\) failed: Error at postgres-faults\.test\.ts:\d+/,
    )
    assert.equal(await db.schema.version(), 1)
  })
})

describe('a server that gives no answer', onPostgres, () => {
  test('counts as out of reach soon after the limit of a statement', async (t) => {
    const { url } = await openTestPostgres(t)
    // The server does not know the limit, so it goes on as if it were gone.
    const address = { ...databaseAddressOf(url), options: '-c statement_timeout=0' }
    const pool = openPool({ address, name: 'svc test', connectionsMax: 1, statementTimeoutMs: 500 })
    t.after(() => pool.end())
    const db = kyselyOverPool(pool)
    const failure = await db
      .transaction()
      .execute((trx) => sql`select pg_sleep(5)`.execute(trx))
      .catch((error: unknown) => error)
    assert.equal(storageTroubleOf(failure), 'unreachable')
    const { rows } = await sql`select 1 as one`.execute(db)
    assert.deepEqual(rows, [{ one: 1 }])
  })
})
