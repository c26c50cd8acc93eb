// What svc doctor reads of a PostgreSQL server, from a real one.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { databaseAddressOf } from '../../../server/db/postgres/database-address.ts'
import {
  listBlockingSessions,
  listLongTransactions,
  readSchemaFacts,
  readServerFacts,
} from '../../../server/db/postgres/server-facts.ts'
import { nameStatement, statementNameOf } from '../../../server/db/postgres/statement-names.ts'
import { explainDatabaseError, tryDatabase } from '../../../server/db/postgres/try-database.ts'
import { inSharedTransaction } from '../../../server/db/transaction.ts'
import { systemClock } from '../../../server/kernel/clock.ts'
import { onPostgres, openAt, openTestPostgres } from '../../support/postgres.ts'

/** A session of a role of its own that holds a lock, and one of ours that can wait for it. */
async function openBlocked(t: TestContext, application: string) {
  const { db, url } = await openTestPostgres(t)
  const role = `svc_test_holder_${process.pid}`
  const own = new Client({ connectionString: url })
  await own.connect()
  const { rows: backends } = await own.query('select pg_backend_pid() as pid')
  await own.query(`create role ${role} login superuser`)
  const ofRole = Object.assign(new URL(url), { username: role }).href
  const holder = new Client({ connectionString: ofRole, application_name: application })
  await holder.connect()
  await holder.query('begin; lock table api_keys')
  let waiting: Promise<unknown> = Promise.resolve()
  async function blocked(): Promise<void> {
    waiting = own.query('begin; lock table api_keys; commit')
    for (;;) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_locks
        where not granted and pid = ${backends[0].pid}`.execute(db.reader)
      if ((rows[0]?.count ?? 0) > 0) return
      await pause(20)
    }
  }
  async function end(...clients: readonly Client[]): Promise<void> {
    await holder.query('rollback')
    await waiting
    await own.query(`reassign owned by ${role} to current_user; drop role ${role}`)
    for (const client of clients) await client.end()
  }
  return { db, own, holder, role, blocked, end }
}

describe('the facts about a PostgreSQL server', onPostgres, () => {
  test('are read as they stand', async (t) => {
    const { db } = await openTestPostgres(t)
    const facts = await readServerFacts(db.reader, systemClock)
    assert.match(facts.version, /^1[5-8]/)
    assert.deepEqual([facts.isSuperuser, facts.ownsTables], [true, true])
    assert.ok(facts.connections.used > 0 && facts.connections.used < facts.connections.max)
    assert.deepEqual(facts.replication, { standbys: 0, synchronous: 0, waits: false })
    assert.ok(facts.clockDifferenceMs < 1_000)
    const { rows } = await sql<{ fsync: string }>`show fsync`.execute(db.reader)
    assert.equal(facts.unsafeSettings.includes('fsync = off'), rows[0]?.fsync === 'off')
    const { stored, known, fits, isExpected } = await readSchemaFacts(db.reader)
    assert.deepEqual([stored, fits, isExpected], [known, true, true])
  })

  test('name a transaction that is open for longer than asked', async (t) => {
    const { db } = await openTestPostgres(t)
    assert.deepEqual(await listLongTransactions(db.reader, 60_000), [])
    await inSharedTransaction(db, async (trx) => {
      await sql`select pg_sleep(0.01)`.execute(trx)
      const [longest] = await listLongTransactions(db.reader, 1)
      assert.match(String(longest?.application), /^svc (?:write|test)/)
    })
  })

  test('name who of another role holds a lock that a connection waits for', async (t) => {
    const { db, own, holder, blocked, end } = await openBlocked(t, 'psql of a clerk')
    assert.deepEqual(await listBlockingSessions(db.reader), [])
    await blocked()
    const [session] = await listBlockingSessions(db.reader)
    await end(own, holder)
    assert.equal(session?.application, 'psql of a clerk')
  })

  test('name the owner of the tables only where it is no command of svc', async (t) => {
    const { db, own, holder, role, blocked, end } = await openBlocked(t, 'svc migrate')
    await own.query(`alter table verifications owner to ${role}`)
    await blocked()
    const migrating = await listBlockingSessions(db.reader)
    await holder.query("set application_name = 'psql of the owner'")
    const [session] = await listBlockingSessions(db.reader)
    await end(own, holder)
    assert.deepEqual([migrating, session?.application], [[], 'psql of the owner'])
  })

  test('say that a pooler drops the limits of a session, or loses prepared statements', async (t) => {
    const { url } = await openTestPostgres(t)
    const trialOf = (options: string) =>
      tryDatabase({ address: { ...databaseAddressOf(url), options }, role: 'user' })
    assert.equal((await trialOf('')).fault, undefined)
    const unlimited = await trialOf('-c idle_in_transaction_session_timeout=0')
    assert.match(unlimited.fault ?? '', /a pooler in between drops the limits of a session/)
    for (const code of ['26000', '42P05']) {
      const lost = Object.assign(new Error(), { code })
      assert.match(explainDatabaseError(lost, databaseAddressOf(url)), /needs session mode/)
    }
  })

  test('are read over connections that the server keeps, however long they are silent', async (t) => {
    const { db, url } = await openTestPostgres(t)
    const { database } = databaseAddressOf(url)
    const order = sql`alter database ${sql.id(database)} set idle_session_timeout = '1s'`
    await inSharedTransaction(db, (trx) => order.execute(trx))
    const later = openAt(url)
    t.after(() => later.close())
    const { rows } = await sql<{ value: string }>`
      select current_setting('idle_session_timeout') as value`.execute(later.reader)
    assert.deepEqual(rows, [{ value: '0' }])
  })
})

test('a prepared statement has the same name in every process, and another for another query', () => {
  const [one, other] = ['select 1 as first', 'select 2 as second']
  nameStatement(other)
  nameStatement(one)
  assert.equal(
    statementNameOf(one),
    `svc_${createHash('sha256').update(one).digest('base64url').slice(0, 22)}`,
  )
  assert.notEqual(statementNameOf(one), statementNameOf(other))
  assert.equal(statementNameOf('select 3'), undefined)
})
