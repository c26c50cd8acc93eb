// Slow: runs long queries in threads. thread.test.ts asks a thread in the fast lane.
// SQLite only: its file, its connections or its way to commit.

import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction } from '../../../server/db/transaction.ts'
import { silentLog } from '../../../server/kernel/log.ts'
import { openTestDatabase } from '../../support/database.ts'
import { writeNote } from '../../support/notes.ts'
import { turns } from '../../support/turns.ts'

/** Up to three million, counting takes SQLite half a second. */
const counting = (end: number) =>
  sql<{ count: number }>`with recursive numbers(n) as
  (select 1 union all select n + 1 from numbers where n < ${sql.lit(end)}) select count(*) as count from numbers`

describe('a long reader', () => {
  test('is the reader itself until the database may run threads', async (t) => {
    const { db } = await openTestDatabase(t)
    assert.equal(db.longReader, db.reader)
  })

  test('returns the rows that the reader returns, bytes included', async (t) => {
    const db = await openThreaded(t)
    await inTransaction(db, (trx) => writeNote(trx, 'one', 3))
    const query = db.longReader
      .selectFrom('data_keys')
      .selectAll()
      .where('wrapped', '=', Buffer.alloc(3))
    const expected = await db.reader.selectFrom('data_keys').selectAll().execute()
    assert.deepEqual(await query.execute(), expected)
    assert.equal(expected.length, 1)
  })

  test('leaves the event loop to others, and runs two queries at once', async (t) => {
    const db = await openThreaded(t)
    let turns = 0
    const end = 1_000_000
    const turning = setInterval(() => {
      turns += 1
    }, 5)
    const asked = [counting(end).execute(db.longReader), counting(end).execute(db.longReader)]
    for (const { rows } of await Promise.all(asked)) assert.equal(rows[0]?.count, end)
    clearInterval(turning)
    assert.ok(turns > 1, `${turns} turns`)
  })

  test('sees what was committed before', async (t) => {
    const db = await openThreaded(t)
    for (let index = 0; index < 20; index += 1) {
      await inTransaction(db, (trx) => writeNote(trx, `${index}`))
      const rows = await db.longReader.selectFrom('data_keys').select('subject_id').execute()
      assert.equal(rows.length, index + 1)
    }
  })

  test('refuses to write and to begin a transaction, and passes errors on with their code', async (t) => {
    const { longReader } = await openThreaded(t)
    await assert.rejects(longReader.deleteFrom('jobs').returning('id').execute(), {
      code: 'SQLITE_READONLY',
    })
    await assert.rejects(longReader.startTransaction().execute(), /no transactions/)
    await assert.rejects(sql`select nothing`.execute(longReader), { code: 'SQLITE_ERROR' })
  })

  test('fails the queries under way when the database is closed', async (t) => {
    const db = await openThreaded(t)
    // Its thread runs.
    await counting(1).execute(db.longReader)
    const asked = assert.rejects(counting(3_000_000).execute(db.longReader), {
      code: 'THREAD_ENDED',
    })
    await turns(10)
    await db.close()
    await asked
  })
})

async function openThreaded(t: TestContext) {
  const { db } = await openTestDatabase(t)
  db.runInThreads(silentLog)
  return db
}
