import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { readStatus } from '../../../server/operations/status-view.ts'
import { recountByNight, recountUsage } from '../../../server/usage/recount-usage.ts'
import { captureLog } from '../../support/captured-log.ts'
import { openTestDatabase } from '../../support/database.ts'
import { testKeyring } from '../../support/test-keyring.ts'
import { aVerify, record } from '../../support/usage.ts'

const dayMs = 86_400_000
const days = 40
const share = 2

/** Forty days of usage that were counted once, the last of them yesterday. */
async function open(t: TestContext) {
  const { db, clock } = await openTestDatabase(t)
  const captured = captureLog(clock)
  const needs = { db, clock, keyring: testKeyring(), log: captured.log }
  const today = Math.floor(clock.now() / dayMs) * dayMs
  const dayAt = (index: number) => today - (days - index) * dayMs
  await record(
    db,
    Array.from({ length: days }, (_, index) => aVerify({ nowMs: dayAt(index) + 1000 })),
  )
  assert.equal(await recountByNight(needs), 0)
  const run = (statement: string) => inTransaction(db, (trx) => sql.raw(statement).execute(trx))
  /** Its hour, its day and its month say the same thing too much. */
  const spoil = (index: number) =>
    run(
      `update usage_counters set quantity = quantity + 1 where starts_at in (${dayAt(index)},
        (select max(starts_at) from usage_counters where span = 'month' and starts_at <= ${dayAt(index)}))
        and (span = 'month' or starts_at = ${dayAt(index)})`,
    )
  const night = () => {
    clock.advance(dayMs)
    return recountByNight(needs)
  }
  const checks = async () =>
    await db.reader
      .selectFrom('usage_day_checks')
      .select(['starts_at', 'checked_at'])
      .orderBy('starts_at')
      .execute()
  const checkedTonight = async () =>
    (await checks()).filter((day) => day.checked_at === clock.now()).map((day) => day.starts_at)
  return { db, clock, needs, captured, dayAt, run, spoil, night, checks, checkedTonight }
}

test('a counter that went wrong long ago, with its month, is found on the night of its turn, by bounded work', async (t) => {
  const { db, clock, captured, dayAt, spoil, night, checkedTonight } = await open(t)
  const planted = 11
  await spoil(planted)
  for (let index = 0; index + share <= planted; index += share) {
    assert.equal(await night(), 0)
    const fresh = dayAt(days + index / share)
    assert.deepEqual(await checkedTonight(), [dayAt(index), dayAt(index + 1), fresh])
  }
  assert.deepEqual(captured.of('usage_counters_differ'), [])
  assert.equal(await night(), 3, 'its hour, its day and its month')
  assert.ok((await checkedTonight()).length <= share + 1 + 31, 'and the rest of its month')
  assert.deepEqual(
    captured.of('usage_counters_differ').map(({ level, count }) => [level, count]),
    [['error', 3]],
  )
  assert.equal((await readStatus(db.reader, clock.now())).usage.differences, 3)
})

test('every day is verified anew within about a month, however the nights go on', async (t) => {
  const { clock, night, checks } = await open(t)
  for (let count = 0; count < 60; count += 1) {
    await night()
    const oldest = Math.min(...(await checks()).map((day) => day.checked_at))
    assert.ok(clock.now() - oldest <= 29 * dayMs)
  }
  assert.equal((await checks()).length, days + 60, 'the days that went by meanwhile, too')
})

test('a difference is reported again every night until it is repaired, without recounting more', async (t) => {
  const { needs, captured, spoil, night, checkedTonight } = await open(t)
  await spoil(0)
  assert.equal(await night(), 3)
  assert.equal(await night(), 3)
  assert.equal(captured.of('usage_counters_differ').length, 2)
  assert.equal((await checkedTonight()).length, share + 1)
  assert.equal(await recountUsage(needs, { repairFor: fromCommandLine }), 3)
  assert.equal(await night(), 0)
  assert.equal(captured.of('usage_counters_differ').length, 3, 'the last of them by the repair')
})

test('a month that differs from its days is found on the first night that recounts one of them', async (t) => {
  const { night, run } = await open(t)
  await run(
    "update usage_counters set quantity = 7 where span = 'month' and starts_at < 1793491200000",
  )
  assert.equal(await night(), 1)
})

test('a true month is not accused for a day that is known to differ', async (t) => {
  const { needs, dayAt, run, night } = await open(t)
  await run(
    `update usage_counters set quantity = 9 where span = 'day' and starts_at = ${dayAt(days - 9)}`,
  )
  assert.equal(await recountUsage(needs, { from: dayAt(days - 9) }), 1)
  assert.equal(await night(), 1)
})

test('a wrong month is not acquitted by the wrong day that it agrees with', async (t) => {
  const { needs, dayAt, spoil, night } = await open(t)
  await spoil(days - 9)
  assert.equal(await recountUsage(needs, { from: dayAt(days - 9) }), 3)
  assert.equal(await night(), 3)
})

test('a night that was cut off is gone on with where it was', async (t) => {
  const { needs, clock, dayAt, run, night, checkedTonight } = await open(t)
  await run(
    `create trigger power_cut before insert on usage_day_checks when new.starts_at = ${dayAt(1)}
      begin select raise(abort, 'cut off'); end`,
  )
  await assert.rejects(night(), /cut off/)
  assert.deepEqual(await checkedTonight(), [dayAt(0)])
  await run('drop trigger power_cut')
  clock.advance(1)
  assert.equal(await recountByNight(needs), 0)
  assert.deepEqual(await checkedTonight(), [dayAt(1), dayAt(2), dayAt(days)])
})

test('counters of a time before the first event are checked, too', async (t) => {
  const { needs, run, dayAt } = await open(t)
  await run(
    `insert into usage_counters select span, environment, starts_at - 90 * ${dayMs}, api_key_id, type, billable,
      events, quantity from usage_counters where span = 'hour' and starts_at = ${dayAt(0)}`,
  )
  assert.equal(await recountUsage(needs, { from: 0 }), 1)
})
