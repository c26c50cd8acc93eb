// Slow: recounts usage again and again.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { readStatus } from '../../../server/operations/status/status-view.ts'
import { recountUsage } from '../../../server/usage/recount-usage.ts'
import { readTotals } from '../../../server/usage/usage-report.ts'
import { captureLog } from '../../support/captured-log.ts'
import { openTestDatabase } from '../../support/database.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { testKeyring } from '../../support/test-keyring.ts'
import { aRetrieval, aVerify, keyOf, record } from '../../support/usage.ts'

const dayMs = 86_400_000
/** Early in the month, because each recount takes all of its days. */
const today = Date.UTC(2026, 10, 4)
const yesterday = today - dayMs

/** Three days of usage, the last of them today. */
async function open(t: TestContext) {
  const { db } = await openTestDatabase(t)
  const clock = new ManualClock(today + 9 * 3_600_000)
  const captured = captureLog(clock)
  const needs = { db, clock, keyring: testKeyring(), log: captured.log }
  const times = [0, 1, 2].map((days) => clock.now() - days * dayMs)
  await record(
    db,
    times.flatMap((nowMs) => [aVerify({ nowMs }), aRetrieval({ nowMs, apiKeyId: keyOf('b') })]),
  )
  const spoil = (what: string) => inTransaction(db, (trx) => sql.raw(what).execute(trx))
  const usage = async () => (await readStatus(db.reader, clock.now())).usage
  return { db, clock, needs, captured, spoil, usage }
}

test('a recount finds nothing if every counter is correct, and saves how far it came', async (t) => {
  const { needs, captured, usage } = await open(t)
  assert.deepEqual(await usage(), { countedTo: undefined, differences: 0, overdue: undefined })
  assert.equal(await recountUsage(needs), 0)
  assert.deepEqual(await usage(), { countedTo: today, differences: 0, overdue: undefined })
  assert.deepEqual(captured.lines, [])
})

test('a recount counts every event of a day, whatever quiet time is before it', async (t) => {
  const { db } = await openTestDatabase(t)
  const clock = new ManualClock(today)
  const needs = { db, clock, keyring: testKeyring(), log: captureLog(clock).log }
  const minuteMs = 60_000
  const times = [0, 5 * minuteMs - 1, 5 * minuteMs, 14 * 60 * minuteMs - 1, dayMs - 1]
  await record(
    db,
    times.map((ms) => aVerify({ nowMs: yesterday + ms })),
  )
  clock.advance(60 * minuteMs)
  assert.equal(await recountUsage(needs), 0)
})

const spoilt: readonly (readonly [what: string, statement: string, differences: number])[] = [
  [
    'an hour that says too much',
    "update usage_counters set quantity = quantity + 1 where span = 'hour' and api_key_id like '%a'",
    2,
  ],
  [
    'a day that says too little',
    `update usage_counters set events = events - 1 where span = 'day' and starts_at < ${today} and api_key_id like '%b'`,
    2,
  ],
  [
    'an hour that is missing',
    "delete from usage_counters where span = 'hour' and type = 'score.get'",
    2,
  ],
  [
    'an hour that stands in another place',
    `update usage_counters set starts_at = starts_at + 3600000 where span = 'hour' and starts_at < ${today} and api_key_id like '%a'`,
    4,
  ],
  [
    'a month that is wrong',
    "update usage_counters set quantity = 7 where span = 'month' and api_key_id like '%a'",
    1,
  ],
  [
    'events that are gone',
    `delete from usage_events where type = 'kyc.verify' and created_at < ${today}`,
    5,
  ],
  [
    'a sum of nothing',
    "insert into usage_counters select span, environment, starts_at, 'key_x', type, billable, events, quantity from usage_counters where span = 'hour' and type = 'kyc.verify'",
    2,
  ],
]

for (const [what, statement, differences] of spoilt) {
  test(`a recount raises an alarm on ${what}, and ends it once the counters are repaired`, async (t) => {
    const { db, needs, captured, spoil, usage } = await open(t)
    await spoil(statement)
    assert.equal(await recountUsage(needs), differences)
    assert.equal((await usage()).differences, differences)
    const alarms = captured.of('usage_counters_differ')
    assert.deepEqual(
      alarms.map(({ level, count }) => [level, count]),
      [['error', differences]],
    )
    assert.equal(captured.of('usage_counter_difference').length, differences)
    assert.ok((await recountUsage(needs, { from: 0, by: fromCommandLine, repairs: true })) > 0)
    assert.equal((await usage()).differences, 0)
    assert.equal(await recountUsage(needs, { from: 0 }), 0)
    const events = await db.reader.selectFrom('usage_events').select('id').execute()
    assert.equal((await readTotals(db, {})).events, events.length)
  })
}

test('a recount logs the number of differences, and the first twenty of them', async (t) => {
  const { needs, captured, spoil } = await open(t)
  for (let key = 0; key < 11; key += 1) {
    await spoil(
      `insert into usage_counters select span, environment, starts_at, 'key_${key}', type, billable, events, quantity from usage_counters where span = 'hour' and type = 'kyc.verify' and starts_at < ${today} and api_key_id like '%a'`,
    )
  }
  assert.equal(await recountUsage(needs), 22)
  assert.equal(captured.of('usage_counters_differ')[0]?.count, 22)
  assert.equal(captured.of('usage_counter_difference').length, 20)
})

test('a recount ends an alarm once its counter is correct again, and keeps the others', async (t) => {
  const { needs, spoil, usage } = await open(t)
  await spoil("update usage_counters set quantity = 5 where span = 'hour' and type = 'kyc.verify'")
  assert.equal(await recountUsage(needs), 2)
  await spoil(
    `update usage_counters set quantity = 1 where type = 'kyc.verify' and starts_at < ${yesterday} and span = 'hour'`,
  )
  assert.equal(await recountUsage(needs), 1, 'looks at every day of the month')
  assert.equal((await usage()).differences, 1)
  await spoil("update usage_counters set quantity = 1 where span = 'hour'")
  assert.equal(await recountUsage(needs), 0)
  assert.equal((await usage()).differences, 0)
})

test('a repair without a day mends a spoilt old day and leaves its true month as it is', async (t) => {
  const { db, clock, needs, captured, spoil, usage } = await open(t)
  await recountUsage(needs)
  await spoil(
    `update usage_counters set quantity = quantity + 1000 where span = 'day' and starts_at < ${yesterday}`,
  )
  clock.advance(dayMs)
  assert.equal(await recountUsage(needs), 2, 'the day of two keys; the month is true')
  const spoilt = captured.of('usage_counter_difference').map(({ reason }) => reason)
  assert.deepEqual(spoilt, Array(2).fill('day 2026-11-02T00:00:00.000Z'))
  assert.equal(await recountUsage(needs, { by: fromCommandLine, repairs: true }), 2)
  const audited = db.reader.selectFrom('audit_entries').select('subject_id')
  const repaired = await audited.where('action', '=', 'usage.repaired').execute()
  assert.deepEqual(repaired, [{ subject_id: '2026-11-02' }], 'and nothing that was true')
  assert.equal((await readTotals(db, {})).quantity, 6)
  assert.equal((await usage()).differences, 0)
  assert.equal(await recountUsage(needs, { from: 0 }), 0)
})

test('a recount of late days leaves the earlier ones to be counted, and never takes any back', async (t) => {
  const { clock, needs, spoil, usage } = await open(t)
  await spoil(`update usage_counters set quantity = quantity + 1 where starts_at < ${yesterday}`)
  assert.equal(await recountUsage(needs, { from: clock.now() - dayMs }), 0)
  assert.equal((await usage()).countedTo, undefined)
  clock.advance(dayMs)
  assert.ok((await recountUsage(needs)) > 0)
  const { countedTo } = await usage()
  clock.advance(-2 * dayMs)
  await recountUsage(needs, { from: 0 })
  assert.equal((await usage()).countedTo, countedTo)
})

test('a recount leaves a day alone whose last events may not be on disk yet', async (t) => {
  const { clock, needs, usage } = await open(t)
  const midnight = (Math.floor(clock.now() / dayMs) + 1) * dayMs
  clock.advance(midnight + 60_000 - clock.now())
  await recountUsage(needs)
  assert.equal((await usage()).countedTo, midnight - dayMs)
  clock.advance(10 * 60_000)
  await recountUsage(needs)
  assert.equal((await usage()).countedTo, midnight)
})

test('a recount catches up on every day that it missed, and lets others go on meanwhile', async (t) => {
  const { db, clock, needs, usage, spoil } = await open(t)
  await recountUsage(needs)
  const nowMs = clock.now() + dayMs
  await record(
    db,
    Array.from({ length: 1200 }, () => aVerify({ nowMs })),
  )
  await spoil(
    "update usage_counters set quantity = quantity + 1 where span = 'day' and quantity = 1200",
  )
  clock.advance(5 * dayMs)
  const order: string[] = []
  const counting = recountUsage(needs).then((found) => order.push(`found ${found}`))
  setImmediate(() => order.push('another request'))
  await counting
  assert.deepEqual(order, ['another request', 'found 1'])
  assert.equal((await usage()).countedTo, (Math.floor(nowMs / dayMs) + 4) * dayMs)
})
