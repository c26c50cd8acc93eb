// Slow: recounts usage on a hundred nights.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { readStatus } from '../../../server/operations/status/status-view.ts'
import { recountByNight, recountUsage } from '../../../server/usage/recount-usage.ts'
import { captureLog } from '../../support/captured-log.ts'
import { prepareDatabase } from '../../support/database.ts'
import { onSqlite } from '../../support/postgres.ts'
import { testKeyring } from '../../support/test-keyring.ts'
import { aVerify, record } from '../../support/usage.ts'

const dayMs = 86_400_000
const days = 40

const openCounted = prepareDatabase(async ({ db, clock }) => {
  const dayAt = daysBefore(clock.now())
  await record(
    db,
    Array.from({ length: days }, (_, index) => aVerify({ nowMs: dayAt(index) + 1000 })),
  )
  const { log } = captureLog(clock)
  assert.equal(await recountByNight({ db, clock, keyring: testKeyring(), log }), 0)
})

const daysBefore = (nowMs: number) => {
  const today = Math.floor(nowMs / dayMs) * dayMs
  return (index: number) => today - (days - index) * dayMs
}

/** Forty days of usage that were counted once, the last of them yesterday. */
async function open(t: TestContext) {
  const { db, clock } = await openCounted(t)
  const captured = captureLog(clock)
  const needs = { db, clock, keyring: testKeyring(), log: captured.log }
  const dayAt = daysBefore(clock.now())
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
  return { db, clock, needs, captured, dayAt, run, spoil, night }
}

test('a night recounts yesterday alone, an operator any day', async (t) => {
  const { needs, dayAt, spoil, night } = await open(t)
  const early = 11
  await spoil(early)
  assert.equal(await night(), 0)
  const [from, to] = [dayAt(early), dayAt(early + 1)]
  assert.equal(await recountUsage(needs, { from: from - dayMs, to: from }), 0, 'the day before')
  assert.equal(await recountUsage(needs, { from, to }), 3, 'its hour, its day and its month')
  assert.equal(await recountUsage(needs, { from, to, by: fromCommandLine, repairs: true }), 3)
  assert.equal(await night(), 0)
})

test('a counter of yesterday that went wrong is found tonight', async (t) => {
  const { db, clock, captured, dayAt, spoil, night } = await open(t)
  await record(db, [aVerify({ nowMs: dayAt(days) + 1000 })])
  await spoil(days)
  assert.equal(await night(), 3, 'its hour, its day and its month')
  assert.deepEqual(
    captured.of('usage_counters_differ').map(({ level, count }) => [level, count]),
    [['error', 3]],
  )
  assert.equal((await readStatus(db.reader, clock.now())).usage.differences, 3)
})

test('a difference is reported again every night until it is repaired', async (t) => {
  const { needs, captured, spoil, night } = await open(t)
  await spoil(0)
  assert.equal(await recountUsage(needs, { from: 0 }), 3)
  assert.equal(await night(), 3)
  assert.equal(captured.of('usage_counters_differ').length, 2)
  assert.equal(await recountUsage(needs, { by: fromCommandLine, repairs: true }), 3)
  assert.equal(await night(), 0)
  assert.equal(captured.of('usage_counters_differ').length, 3, 'the last of them by the repair')
})

test('a month that differs from its days is found on any night of the month', async (t) => {
  const { night, run } = await open(t)
  await run(
    "update usage_counters set quantity = 7 where span = 'month' and starts_at >= 1793491200000",
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

test(
  'a night takes the days that earlier nights missed, and an interrupted one continues where it was',
  onSqlite,
  async (t) => {
    const { needs, db, clock, dayAt, run } = await open(t)
    const countedTo = async () => (await readStatus(db.reader, clock.now())).usage.countedTo
    clock.advance(3 * dayMs)
    await run(
      `create trigger power_cut before update on usage_recount when new.counted_to = ${dayAt(days + 2)}
      begin select raise(abort, 'cut off'); end`,
    )
    await assert.rejects(recountByNight(needs), /cut off/)
    assert.equal(await countedTo(), dayAt(days + 1))
    await run('drop trigger power_cut')
    assert.equal(await recountByNight(needs), 0)
    assert.equal(await countedTo(), dayAt(days + 3))
  },
)

test('counters of a time before the first event are checked, too', async (t) => {
  const { needs, run, dayAt } = await open(t)
  await run(
    `insert into usage_counters select span, environment, starts_at - ${90 * dayMs}, api_key_id, type, billable,
      events, quantity from usage_counters where span = 'hour' and starts_at = ${dayAt(0)}`,
  )
  assert.equal(await recountUsage(needs, { from: 0 }), 1)
})
