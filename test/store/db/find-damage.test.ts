// SQLite only: its file, its connections or its way to commit.

import assert from 'node:assert/strict'
import { copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { describe, type TestContext, test } from 'node:test'
import { findDamagedTables } from '../../../server/db/sqlite/find-damage.ts'
import { openDb } from '../../../server/db/sqlite/open-db.ts'
import { silentLog } from '../../../server/kernel/log.ts'
import { checkDatabase } from '../../../server/operations/status/check-database.ts'
import { readDatabaseVerdict } from '../../../server/operations/status/database-verdict.ts'
import { openTestDatabase } from '../../support/database.ts'
import { ManualClock } from '../../support/manual-clock.ts'

const pageBytes = 4096

/** Flips bytes of the first page of a table or an index in a database that nobody has open. */
async function damage(t: TestContext, name: string) {
  const { db, file } = await openTestDatabase(t)
  const page = Number(
    db.raw.prepare('select rootpage from sqlite_master where name = ?').pluck().get(name),
  )
  await db.close()
  const bytes = readFileSync(file)
  const start = (page - 1) * pageBytes
  for (let at = start; at < start + 64; at += 1) bytes[at] = (bytes[at] ?? 0) ^ 0x5a
  writeFileSync(file, bytes)
  const again = openDb(file)
  t.after(() => again.close())
  return { db: again, file }
}

describe('the check of the database', () => {
  test('finds nothing in one that is whole', async (t) => {
    const { db } = await openTestDatabase(t)
    assert.deepEqual(await findDamagedTables(db.longReader), [])
  })

  for (const [name, table] of [
    ['verifications', 'verifications'],
    ['audit_entries', 'audit_entries'],
    ['jobs_waiting', 'jobs'],
  ] as const) {
    test(`names the table of a damaged page of ${name}, in a thread too`, async (t) => {
      const { db, file } = await damage(t, name)
      assert.deepEqual(await findDamagedTables(db.longReader), [table])
      db.runInThreads(silentLog)
      const logged: unknown[] = []
      const log = { ...silentLog, error: (...line: unknown[]) => logged.push(line) }
      const about = { databaseFile: file }
      const clock = new ManualClock(Date.UTC(2026, 10, 22))
      assert.equal(await checkDatabase({ db, log, clock, about }), 1)
      assert.deepEqual(logged, [['database_damaged', { reason: table }]])
      const verdict = { checkedAt: clock.now(), damagedTables: [table] }
      assert.deepEqual(readDatabaseVerdict(file), verdict)
      // A restored database is another file.
      copyFileSync(file, `${file}.restored`)
      renameSync(`${file}.restored`, file)
      assert.equal(readDatabaseVerdict(file), undefined)
    })
  }
})
