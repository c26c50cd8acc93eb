import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEntryTimes } from '../../../server/doctor/entry-times-view.ts'
import { openAuditLog } from '../../support/audit-log.ts'
import { openTestDatabase, plansOf } from '../../support/database.ts'
import { onSqlite } from '../../support/postgres.ts'

const dayMs = 24 * 60 * 60 * 1000

test('the latest time of the audit log is found behind entries of a clock set back', async (t) => {
  const { db, clock, record } = await openAuditLog(t)
  assert.deepEqual(await readEntryTimes(db.reader), { newestAt: undefined, latestAt: undefined })
  await record()
  const began = clock.now()
  clock.advance(400 * dayMs)
  await record()
  clock.setBack(400 * dayMs)
  await record()
  await record()
  assert.deepEqual(await readEntryTimes(db.reader), {
    newestAt: began,
    latestAt: began + 400 * dayMs,
  })
})

test('both times are read by an index', onSqlite, async (t) => {
  const { file } = await openTestDatabase(t)
  const plans = await plansOf(t, file, (trx) => readEntryTimes(trx))
  assert.deepEqual(plans.length, 2)
  for (const plan of plans) assert.doesNotMatch(plan, /TEMP B-TREE/)
})
