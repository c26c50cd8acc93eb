// What svc doctor reads of a PostgreSQL server, from a real one.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import {
  listLongTransactions,
  readSchemaFacts,
  readServerFacts,
} from '../../../server/db/postgres/server-facts.ts'
import { inSharedTransaction } from '../../../server/db/transaction.ts'
import { systemClock } from '../../../server/kernel/clock.ts'
import { onPostgres, openTestPostgres } from '../../support/postgres.ts'

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
})
