import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { findHead } from '../../../server/audit/audit-head-view.ts'
import { clockSetBackMaxMs, findAuditSpan } from '../../../server/audit/audit-span.ts'
import { listAuditEntries, listStoredEntries } from '../../../server/audit/audit-view.ts'
import { keepHeadMark } from '../../../server/audit/head-mark.ts'
import {
  countedApartMax,
  createRefusalCounter,
  entriesAtOnceMax,
  type Refusal,
} from '../../../server/audit/refusals.ts'
import { verifyRecent } from '../../../server/audit/verify-recent.ts'
import { keyring, openAuditLog } from '../../support/audit-log.ts'
import { captureLog } from '../../support/captured-log.ts'
import { openTestDatabase, plansOf } from '../../support/database.ts'
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

test('only the newest entries are checked, up to a number', async (t) => {
  const { db } = await openAuditLog(t, 600)
  const recent = await verifyRecent({ db, keyring }, { keptHead: undefined, entriesMax: 20 })
  assert.deepEqual([recent.isIntact, recent.entries, recent.head.sequence], [true, 20, 600])
  const all = await verifyRecent({ db, keyring }, { keptHead: undefined, entriesMax: 10_000 })
  assert.deepEqual([all.isIntact, all.entries], [true, 600])
})

test('a change among the newest entries is found, an older one is left to svc audit verify', async (t) => {
  const { db, tamper } = await openAuditLog(t, 30)
  tamper((raw) => raw.exec("update audit_entries set outcome = 'refused' where sequence = 25"))
  const recent = await verifyRecent({ db, keyring }, { keptHead: undefined, entriesMax: 10 })
  assert.deepEqual(
    recent.faults.map(({ kind, sequence }) => [kind, sequence]),
    [['edited', 25]],
  )
  const newest = await verifyRecent({ db, keyring }, { keptHead: undefined, entriesMax: 3 })
  assert.equal(newest.isIntact, true)
})

test('checking begins at the kept head, and notices entries cut off since', async (t) => {
  const { db, record, tamper } = await openAuditLog(t, 10)
  const keptHead = await findHead(db.reader)
  await record()
  const since = await verifyRecent({ db, keyring }, { keptHead, entriesMax: 100 })
  assert.deepEqual([since.isIntact, since.entries, since.isHeadCompared], [true, 1, true])
  tamper((raw) => raw.exec('delete from audit_entries where sequence > 8'))
  const cut = await verifyRecent({ db, keyring }, { keptHead, entriesMax: 100 })
  assert.deepEqual(
    cut.faults.map(({ kind }) => kind),
    ['cut'],
  )
})

test('nodes that share a data folder keep one mark of the head, and do not disturb each other', async (t) => {
  const { db, clock, folder } = await openTestDatabase(t)
  const { log, lines } = captureLog(clock)
  for (let round = 0; round < 20; round += 1) {
    const marks = await Promise.all(
      ['node_1', 'node_2', 'node_3'].map((id) =>
        keepHeadMark({ db, clock, log, config: { dataDir: folder }, node: { id } }),
      ),
    )
    await Promise.all(marks.map((mark) => mark.stop()))
  }
  assert.deepEqual(lines, [])
  const kept = readdirSync(folder).filter((name) => name.startsWith('audit-head'))
  assert.deepEqual(kept, ['audit-head'])
})

const noKey: Refusal = {
  action: 'api.refused',
  reason: 'no_key',
  actor: { kind: 'api_key', id: undefined },
  subject: undefined,
  network: '203.0.113.7',
}

test('a million refusals from as many networks are a few entries, and none is lost in the count', async (t) => {
  const log = await openAuditLog(t)
  const refusals = createRefusalCounter({ ...log, keyring })
  const refused = 200_000
  for (let at = 0; at < refused; at += 1) {
    const reason = at % 2 === 0 ? 'no_key' : 'unknown_key'
    refusals.count({ ...noKey, reason, network: `2001:db8:${at.toString(16)}::/64` })
  }
  assert.equal(await refusals.flush(), refused)
  const page = { limit: 100, after: undefined }
  const entries = await listAuditEntries(log.db.reader, {}, page)
  assert.ok(entries.length <= entriesAtOnceMax + 2, `${entries.length} entries`)
  const total = entries.reduce((sum, { details }) => sum + (details.count ?? 0), 0)
  assert.equal(total, refused)
  const togethers = entries.filter(({ clientAddress }) => clientAddress === undefined)
  assert.deepEqual(togethers.map(({ details }) => details.reason).toSorted(), [
    'no_key',
    'unknown_key',
  ])
  for (const { details } of togethers) assert.ok((details.networks ?? 0) > countedApartMax / 2)
  assert.equal(await refusals.flush(), 0)
})

test('the most frequent have their own entries, with their start', async (t) => {
  const log = await openAuditLog(t)
  const refusals = createRefusalCounter({ ...log, keyring })
  const startedAt = log.clock.now()
  for (let network = 1; network <= 100; network += 1) {
    const times = network === 50 ? 30 : 1
    for (let count = 0; count < times; count += 1) {
      refusals.count({ ...noKey, network: `203.0.113.${network}` })
    }
  }
  log.clock.advance(60_000)
  refusals.count({ ...noKey, network: '203.0.113.50' })
  await refusals.flush()
  const page = { limit: 100, after: undefined }
  const entries = (await listAuditEntries(log.db.reader, {}, page)).toReversed()
  assert.equal(entries[0]?.clientAddress, '203.0.113.50')
  assert.deepEqual(entries[0]?.details, { reason: 'no_key', count: 31, since: startedAt })
  assert.deepEqual([entries[0]?.outcome, entries[0]?.requestId], ['denied', undefined])
  assert.deepEqual(entries.at(-1)?.details, {
    reason: 'no_key',
    count: 60,
    since: startedAt,
    networks: 60,
  })
})

test('what could not be written is written the next time', async (t) => {
  const log = await openAuditLog(t)
  let isFull = true
  const db = {
    ...log.db,
    write: ((work) =>
      isFull ? Promise.reject(new Error('disk full')) : log.db.write(work)) as typeof log.db.write,
  }
  const refusals = createRefusalCounter({ clock: log.clock, keyring, db })
  refusals.count(noKey)
  await assert.rejects(refusals.flush(), /disk full/)
  refusals.count(noKey)
  isFull = false
  assert.equal(await refusals.flush(), 2)
  assert.equal((await log.verify()).entries, 1)
})
