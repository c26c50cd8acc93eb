import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { clockSetBackMaxMs, findAuditSpan } from '../../../server/audit/audit-span.ts'
import { listAuditEntries, listStoredEntries } from '../../../server/audit/audit-view.ts'
import { openAuditLog } from '../../support/audit-log.ts'
import { plansOf } from '../../support/database.ts'
import { onSqlite } from '../../support/postgres.ts'

const minuteMs = 60_000
const page = { limit: 100, after: undefined }

/** Entries 1 to `count`, one each ten minutes; `at(n)` is when entry n was made. */
async function openSpread(t: TestContext, count: number) {
  const log = await openAuditLog(t)
  const began = log.clock.now()
  for (let entry = 0; entry < count; entry += 1) {
    log.clock.advance(10 * minuteMs)
    await log.record()
  }
  return { ...log, at: (entry: number) => began + entry * 10 * minuteMs }
}

test('a time is found whole: its first instant is in, its end is not', async (t) => {
  const { db, at } = await openSpread(t, 60)
  const asked = { from: at(20), to: at(23) }
  const found = await listAuditEntries(db.reader, asked, page)
  assert.deepEqual(
    found.map(({ sequence }) => sequence),
    [22, 21, 20],
  )
  const kept = await listStoredEntries(db.reader, asked, { after: 20, limit: 100 })
  assert.deepEqual(
    kept.map(({ sequence }) => sequence),
    [21, 22],
  )
  assert.deepEqual(await listAuditEntries(db.reader, { from: at(61) }, page), [])
  assert.deepEqual(await listAuditEntries(db.reader, { to: at(1) }, page), [])
  assert.equal((await listAuditEntries(db.reader, { from: at(1) }, page)).length, 60)
})

test('no entry is lost where the clock was set back between entries', async (t) => {
  const { db, clock, record, at } = await openSpread(t, 30)
  clock.setBack(clockSetBackMaxMs)
  const again = clock.now()
  for (let entry = 0; entry < 12; entry += 1) {
    await record()
    clock.advance(10 * minuteMs)
  }
  for (let entry = 20; entry <= 34; entry += 1) {
    const asked = { from: at(entry), to: at(entry + 1) }
    const all = await listAuditEntries(db.reader, {}, page)
    const wanted = all.filter((one) => one.at >= asked.from && one.at < asked.to)
    assert.deepEqual(await listAuditEntries(db.reader, asked, page), wanted)
  }
  assert.equal((await listAuditEntries(db.reader, { from: again }, page)).length, 12 + 7)
})

test(
  'a time long ago is found in steps, each by its place, and not by reading what came since',
  onSqlite,
  async (t) => {
    const { db, file, at } = await openSpread(t, 200)
    const asked = { from: at(3), to: at(4) }
    const plan = await plansOf(t, file, (trx) => findAuditSpan(trx, asked))
    // Two instants, each in at most eight halvings of 200 entries, and the end of the log.
    assert.ok(plan.length <= 2 * 8 + 1, `${plan.length} steps`)
    const byPlace = /USING INTEGER PRIMARY KEY \(rowid>\?\)$/
    assert.ok(plan.filter((step) => byPlace.test(step)).length >= plan.length - 1, plan.join('\n'))
    const { first, end } = await findAuditSpan(db.reader, asked)
    assert.deepEqual([first, end], [1, 10])
    const list = await plansOf(t, file, (trx) => listAuditEntries(trx, asked, page))
    assert.match(list.at(-1) ?? '', /USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)$/)
    const ofAction = { ...asked, action: 'key.created' as const }
    const narrow = await plansOf(t, file, (trx) => listAuditEntries(trx, ofAction, page))
    assert.match(
      narrow.at(-1) ?? '',
      /by_action_sequence \(action=\? AND sequence>\? AND sequence<\?\)$/,
    )
  },
)
