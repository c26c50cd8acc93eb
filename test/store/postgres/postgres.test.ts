// What the product needs of PostgreSQL: its schema, its two kinds of transactions, its errors.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { fromSystem } from '../../../server/audit/audit.ts'
import { recordAudit } from '../../../server/audit/record-audit.ts'
import { readExpectedSchema } from '../../../server/db/migrate.ts'
import { newestSchema } from '../../../server/db/migrations/index.ts'
import { storageTroubleOf } from '../../../server/db/storage-trouble.ts'
import {
  type Db,
  inSharedTransaction,
  inTransaction,
  inTransactionAhead,
  type Trx,
} from '../../../server/db/transaction.ts'
import { isUniqueViolation } from '../../../server/db/unique-violation.ts'
import { assertChained } from '../../support/audit-chain.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { onPostgres, openAt, openTestPostgres } from '../../support/postgres.ts'
import { testKeyring } from '../../support/test-keyring.ts'

const countOf = async (db: Db | Trx) => {
  const reader = 'reader' in db ? db.reader : db
  const { count } = await reader
    .selectFrom('live_days')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const insertDay = (trx: Trx, starts_at: number) =>
  trx.insertInto('live_days').values({ api_key_id: 'key_1', starts_at, verifications: 1 }).execute()

describe('a PostgreSQL database', onPostgres, () => {
  test('has the schema that this release expects', async (t) => {
    const { db } = await openTestPostgres(t)
    assert.equal(await db.schema.dump(), readExpectedSchema('postgres'))
    assert.equal(await db.schema.version(), newestSchema)
  })

  test('gives counts, sums and instants as numbers, and bytes as bytes', async (t) => {
    const { db } = await openTestPostgres(t)
    const { rows } = await sql`select count(*) as counted, sum(n) as summed, max(n) as newest,
      decode('00ff', 'hex') as bytes from (values (1795251600000::bigint), (1)) as given (n)`.execute(
      db.reader,
    )
    assert.deepEqual(rows, [
      {
        counted: 2,
        summed: 1795251600001,
        newest: 1795251600000,
        bytes: Buffer.from([0, 0xff]),
      },
    ])
  })

  test('compares texts by their bytes, and takes an empty list', async (t) => {
    const { db } = await openTestPostgres(t)
    await inTransaction(db, async (trx) => {
      for (const id of ['b', 'B', 'a_', 'a1', 'é']) {
        await trx
          .insertInto('live_days')
          .values({ api_key_id: id, starts_at: 0, verifications: 1 })
          .execute()
      }
    })
    const ids = db.reader.selectFrom('live_days').select('api_key_id').orderBy('api_key_id')
    const rows = await ids.execute()
    assert.deepEqual(
      rows.map((row) => row.api_key_id),
      ['B', 'a1', 'a_', 'b', 'é'],
    )
    assert.deepEqual(await ids.where('api_key_id', 'in', []).execute(), [])
    assert.equal((await ids.where('api_key_id', 'not in', []).execute()).length, 5)
  })

  test('has readers that cannot write', async (t) => {
    const { db } = await openTestPostgres(t)
    for (const reader of [db.reader, db.longReader]) {
      await assert.rejects(
        reader.deleteFrom('live_days').execute(),
        (error: Error) => Reflect.get(error, 'code') === '25006',
      )
    }
  })

  test('refuses changes of the audit log, and quotes no value in an error', async (t) => {
    const { db } = await openTestPostgres(t)
    await inTransaction(db, (trx) => appendEntry(trx, 1))
    for (const change of [
      "update audit_entries set outcome = 'failed'",
      'delete from audit_entries',
    ]) {
      await assert.rejects(
        inTransaction(db, (trx) => sql.raw(change).execute(trx)),
        /never/,
      )
    }
    await inTransaction(db, (trx) => insertDay(trx, 5))
    const twice = await inTransaction(db, (trx) => insertDay(trx, 5)).catch((error: Error) => error)
    assert.ok(isUniqueViolation(twice))
    assert.doesNotMatch(JSON.stringify(twice), /key_1/)
  })
})

const clock = new ManualClock()
const keyring = testKeyring()

function appendEntry(trx: Trx, count: number) {
  const subject = { kind: 'user', id: 'usr_1' } as const
  return recordAudit({ clock, keyring }, trx, {
    by: fromSystem,
    action: 'user.session_ended',
    subject,
    details: { count },
  })
}

describe('transactions on PostgreSQL', onPostgres, () => {
  test('in the lane run one after another, whichever node they are of', async (t) => {
    const { db, url } = await openTestPostgres(t)
    const other = openAt(url)
    t.after(() => other.close())
    const work = async (trx: Trx) => {
      const before = await countOf(trx)
      await insertDay(trx, before)
    }
    const nodes = Array.from({ length: 24 }, (_, index) => (index % 2 === 0 ? db : other))
    await Promise.all(nodes.map((node) => inTransaction(node, work)))
    assert.equal(await countOf(db), 24)
  })

  test('that are shared run beside one in the lane, and join it for the audit log', async (t) => {
    const { db, url } = await openTestPostgres(t)
    const other = openAt(url)
    t.after(() => other.close())
    await inTransaction(db, async (trx) => {
      await inSharedOf(other, 1)
      await appendEntry(trx, 1)
    })
    assert.equal(await countOf(db), 1)
    const nodes = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? db : other))
    await Promise.all(
      nodes.map((node, index) => inSharedTransaction(node, (trx) => appendEntry(trx, index))),
    )
    await assertChained(db, 21)
  })

  test('that go ahead are stored before what the lane writes later, also if another fails', async (t) => {
    const { db } = await openTestPostgres(t)
    const { promise, resolve } = Promise.withResolvers<void>()
    const ahead = inTransactionAhead(db, async (trx) => {
      await promise
      await insertDay(trx, 1)
    })
    const failing = assert.rejects(
      inTransactionAhead(db, async () => {
        await promise
        throw new Error('not this one')
      }),
    )
    const seen = inTransaction(db, (trx) => countOf(trx))
    await inSharedTransaction(db, (trx) => insertDay(trx, 2))
    resolve()
    assert.equal(await seen, 2)
    await Promise.all([ahead, failing])
  })

  test('run again after a deadlock, and leave nothing of the first run', async (t) => {
    const { db } = await openTestPostgres(t)
    await inTransaction(db, async (trx) => {
      await insertDay(trx, 1)
      await insertDay(trx, 2)
    })
    const add = (trx: Trx, starts_at: number) =>
      trx
        .updateTable('live_days')
        .set((eb) => ({ verifications: eb('verifications', '+', 1) }))
        .where('starts_at', '=', starts_at)
        .execute()
    const both = meeting(2)
    let runs = 0
    const work = (first: number, second: number) => async (trx: Trx) => {
      runs += 1
      await add(trx, first)
      await both()
      await add(trx, second)
    }
    await Promise.all([inSharedTransaction(db, work(1, 2)), inSharedTransaction(db, work(2, 1))])
    // Both may be ended where the machine is slow.
    assert.ok(runs >= 3, String(runs))
    const rows = await db.reader.selectFrom('live_days').select('verifications').execute()
    assert.deepEqual(
      rows.map(({ verifications }) => verifications),
      [3, 3],
    )
  })

  test('say that nothing was stored where the connection is lost before the commit', async (t) => {
    const { db } = await openTestPostgres(t)
    const failure = await inTransaction(db, async (trx) => {
      await insertDay(trx, 1)
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
    }).catch((error: unknown) => error)
    assert.equal(storageTroubleOf(failure), 'unreachable')
    assert.equal(await countOf(db), 0)
    await inTransaction(db, (trx) => insertDay(trx, 1))
    assert.equal(await countOf(db), 1)
  })
})

/** A work of another node: nested in a work of this one, it would be refused. */
function inSharedOf(db: Db, starts_at: number): Promise<unknown> {
  return inSharedTransaction(db, (trx) => insertDay(trx, starts_at))
}

/** Resolves once `count` have come; later ones pass at once. */
function meeting(count: number): () => Promise<void> {
  let come = 0
  let open: () => void = () => {}
  const all = new Promise<void>((resolve) => {
    open = resolve
  })
  return () => {
    come += 1
    if (come >= count) open()
    return all
  }
}

describe('the connections of a dead node', onPostgres, () => {
  test('are ended by another, with the locks of the work that they were in', async (t) => {
    const { url, db: living } = await openTestPostgres(t)
    const dead = openAt(url)
    t.after(() => dead.close())
    const isInside = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    let runs = 0
    const lost = inTransaction(dead, async (trx) => {
      runs += 1
      await insertDay(trx, 1)
      isInside.resolve()
      await goOn.promise
      await insertDay(trx, 2)
    })
    await isInside.promise
    const waiting = inTransaction(living, (trx) => insertDay(trx, 3))
    await living.connections.endThoseOf(dead.connections.nodeId)
    await waiting
    goOn.resolve()
    await lost
    assert.equal(runs, 2, 'nothing of the first run was stored, so the work runs again')
    assert.equal(await countOf(living), 3)
  })
})
