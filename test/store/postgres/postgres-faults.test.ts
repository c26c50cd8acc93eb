// What becomes of works that commit together on PostgreSQL if one fails, waits for too long or loses the connection,
// and of connections when PostgreSQL is held up, silent or fails in a migration.

import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { recordAuditByCommit } from '../../../server/audit/record-audit.ts'
import { type Migration, newestSchema } from '../../../server/db/migrations/index.ts'
import { openPool } from '../../../server/db/postgres/connection-pool.ts'
import { databaseAddressOf } from '../../../server/db/postgres/database-address.ts'
import { openPostgres } from '../../../server/db/postgres/open-postgres.ts'
import { kyselyOverPool } from '../../../server/db/postgres/postgres-dialect.ts'
import { createPostgresWriter } from '../../../server/db/postgres/postgres-writer.ts'
import { storageTroubleOf } from '../../../server/db/storage-trouble.ts'
import {
  afterCommit,
  type Db,
  inGroupedTransaction,
  inSharedTransaction,
  inTransaction,
  type Trx,
  writeByCommit,
} from '../../../server/db/transaction.ts'
import type { StorageTrouble } from '../../../server/kernel/storage-trouble.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { holdTransaction } from '../../support/postgres/held-transaction.ts'
import { dayOf, insertDay, namesIn } from '../../support/postgres/live-days.ts'
import { onPostgres, openTestPostgres } from '../../support/postgres.ts'
import { testKeyring } from '../../support/test-keyring.ts'

/** Opens a node that waits for locks only shortly. */
function openHasty(t: TestContext, url: string, connectionsMax = 2): Db {
  const hasty = { ...databaseAddressOf(url), options: '-c lock_timeout=20ms' }
  const db = openPostgres({ address: hasty, connectionsMax })
  t.after(() => db.close())
  return db
}

/** Returns why the write failed, or undefined if it did not. */
function troubleOf(write: Promise<unknown>): Promise<StorageTrouble | undefined> {
  return write.then(() => undefined, storageTroubleOf)
}

describe('a group of works', onPostgres, () => {
  test('is stored but for the one that fails, whether it throws or a row is refused', async (t) => {
    const { db } = await openTestPostgres(t)
    await inTransaction(db, (trx) => insertDay.run(trx, dayOf('there')))
    const woken: string[] = []
    const write = (name: string) =>
      inGroupedTransaction(db, async (trx) => {
        afterCommit(trx, () => woken.push(name))
        await writeByCommit(trx, insertDay, dayOf(name))
        if (name === 'bad') throw new Error('bad fails')
      })
    for (const names of [
      ['a', 'bad', 'b'],
      ['c', 'there', 'd'],
    ]) {
      const settled = await Promise.allSettled(names.map(write))
      assert.deepEqual(
        settled.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      )
    }
    assert.deepEqual(await namesIn(db.reader), ['a', 'b', 'c', 'd', 'there'])
    assert.deepEqual(woken.toSorted(), ['a', 'b', 'c', 'd'])
  })

  test('runs again in halves if one fails, never two of them at the same time', async (t) => {
    const { db } = await openTestPostgres(t)
    const transactions = new Set<Trx>()
    let running = 0
    let runningMost = 0
    const write = (name: string) =>
      inGroupedTransaction(db, async (trx) => {
        transactions.add(trx)
        running += 1
        runningMost = Math.max(runningMost, running)
        await writeByCommit(trx, insertDay, dayOf(name))
        await namesIn(trx)
        running -= 1
        if (name === 'bad') throw new Error('bad fails')
      })
    const names = ['a', 'b', 'bad', 'c', 'd', 'e', 'f', 'g']
    await Promise.allSettled(names.map(write))
    assert.deepEqual(
      await namesIn(db.reader),
      names.filter((name) => name !== 'bad'),
    )
    assert.equal(runningMost, 1)
    // All eight, and twice each the halves of eight, of four and of two.
    assert.equal(transactions.size, 7)
  })

  test('is stored but for the one that waits too long for a row that another node has locked', async (t) => {
    const { db, url } = await openTestPostgres(t)
    const hasty = openHasty(t, url)
    const letRowGo = await holdTransaction(
      (work) => inSharedTransaction(db, work),
      (trx) => insertDay.run(trx, dayOf('locked')),
    )
    const write = (name: string) =>
      inGroupedTransaction(hasty, (trx) => writeByCommit(trx, insertDay, dayOf(name)))
    const settled = await Promise.all(['a', 'locked', 'b'].map((name) => troubleOf(write(name))))
    await letRowGo()
    assert.deepEqual(settled, [undefined, 'busy', undefined])
    assert.deepEqual(await namesIn(db.reader), ['a', 'b', 'locked'])
  })

  test('fails as a whole, after one run, if the lane is not free in time', async (t) => {
    const { db, url } = await openTestPostgres(t)
    const hasty = openHasty(t, url)
    const letLaneGo = await holdTransaction((work) => inTransaction(db, work))
    const needs = { clock: new ManualClock(), keyring: testKeyring() }
    const entry = { by: fromCommandLine, action: 'outgoing.resumed' } as const
    let runs = 0
    const append = () =>
      inGroupedTransaction(hasty, (trx) => {
        runs += 1
        return recordAuditByCommit(needs, trx, entry)
      })
    const settled = await Promise.all([1, 2, 3].map(() => troubleOf(append())))
    await letLaneGo()
    assert.deepEqual(settled, ['busy', 'busy', 'busy'])
    assert.equal(runs, 3)
  })

  test('runs once more if its connection breaks before the commit', async (t) => {
    const { db } = await openTestPostgres(t)
    const runs: string[] = []
    const write = (name: string) =>
      inGroupedTransaction(db, async (trx) => {
        runs.push(name)
        await writeByCommit(trx, insertDay, dayOf(name))
        if (runs.length === 3) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
      })
    await Promise.all(['a', 'b', 'c'].map(write))
    assert.deepEqual(runs, ['a', 'b', 'c', 'a', 'b', 'c'])
    assert.deepEqual(await namesIn(db.reader), ['a', 'b', 'c'])
  })

  test('runs once, with an unknown result, if its connection breaks at the commit', async (t) => {
    const { db } = await openTestPostgres(t)
    const runs: string[] = []
    const write = (name: string) =>
      inGroupedTransaction(db, async (trx) => {
        runs.push(name)
        await writeByCommit(trx, insertDay, dayOf(name))
        if (name === 'b') await breakAtCommit(trx)
      })
    const troubles = await Promise.all(['a', 'b', 'c'].map((name) => troubleOf(write(name))))
    assert.deepEqual(troubles, ['unknown', 'unknown', 'unknown'])
    assert.deepEqual(runs, ['a', 'b', 'c'])
  })
})

/** The commit runs a trigger that ends the connection. All of it belongs to the connection and ends with it. */
async function breakAtCommit(trx: Trx): Promise<void> {
  for (const statement of [
    'create temporary table breaking (id integer)',
    `create function pg_temp.break() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`,
    `create constraint trigger breaks after insert on breaking deferrable initially deferred
      for each row execute function pg_temp.break()`,
    'insert into breaking values (1)',
  ]) {
    await sql.raw(statement).execute(trx)
  }
}

describe('a lane that is held for too long', onPostgres, () => {
  test('refuses the work that waits for it, and leaves the connection usable', async (t) => {
    const { db, url } = await openTestPostgres(t)
    const other = openHasty(t, url, 1)
    const letLaneGo = await holdTransaction((work) => inTransaction(db, work))
    const refused = await inTransaction(other, (trx) => insertDay.run(trx, dayOf('1'))).catch(
      (error: unknown) => error,
    )
    const shared = await inSharedTransaction(other, (trx) => insertDay.run(trx, dayOf('2'))).catch(
      (error: unknown) => error,
    )
    await letLaneGo()
    assert.equal(Reflect.get(Object(refused), 'code'), '55P03')
    assert.equal(shared, 1)
    await inTransaction(other, (trx) => insertDay.run(trx, dayOf('3')))
    assert.deepEqual(await namesIn(db.reader), ['2', '3'])
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
      await insertDay.run(trx, dayOf('1'))
      isInside.resolve()
      await goOn.promise
    })
    await isInside.promise
    const late = inTransaction(writer, (trx) => insertDay.run(trx, dayOf('2'))).catch(
      (error: unknown) => error,
    )
    // Without a limit the late work would wait for the first one.
    const ends = setTimeout(goOn.resolve, 1_000)
    assert.equal(storageTroubleOf(await late), 'busy')
    clearTimeout(ends)
    goOn.resolve()
    await first
    await inTransaction(writer, (trx) => insertDay.run(trx, dayOf('3')))
    assert.deepEqual(await namesIn(db.reader), ['1', '3'])
  })
})

describe('a migration that fails', onPostgres, () => {
  test('says why, also where it cannot be rolled back any more', async (t) => {
    const { db } = await openTestPostgres(t)
    const migration: Migration = {
      version: newestSchema + 1,
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
      /migration \d+ \(fails\) failed: Error at postgres-faults\.test\.ts:\d+/,
    )
    assert.equal(await db.schema.version(), newestSchema)
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
