import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { correctUsage } from '../../../server/usage/correct-usage.ts'
import { recordUsage } from '../../../server/usage/record-usage.ts'
import { listCounters } from '../../../server/usage/recount-store.ts'
import { readTotals } from '../../../server/usage/usage-report.ts'
import { listUsage } from '../../../server/usage/usage-view.ts'
import { openTestDatabase } from '../../support/database.ts'
import { testKeyring } from '../../support/test-keyring.ts'
import { aRetrieval, at, aVerify, record } from '../../support/usage.ts'

const everything = { from: 0, to: at('2100-01-01') }
const firstPage = { limit: 100, after: undefined }

test('one deduplication key is metered once, however often it is recorded, and counts once', async (t) => {
  const { db } = await openTestDatabase(t)
  const verify = aVerify()
  const { verificationId } = verify
  const retrieval = aRetrieval({ verificationId, requestId: 'req_1' })
  const again = aRetrieval({ verificationId, requestId: 'req_2' })
  const later = { ...verify, nowMs: verify.nowMs + 3_600_000 }
  const things = [verify, verify, later, retrieval, retrieval, again]
  assert.deepEqual(await record(db, things), [true, false, false, true, false, true])
  const events = await listUsage(db.reader, {}, firstPage)
  assert.equal(events.length, 3)
  const counters = await listCounters(db.reader, ['hour', 'day', 'month'], everything)
  const bySpan = (span: string) => counters.filter((counter) => counter.span === span)
  for (const span of ['hour', 'day', 'month']) {
    assert.deepEqual(
      bySpan(span).map(({ type, quantity, events: count }) => [type, quantity, count]),
      [
        ['kyc.verify', 1, 1],
        ['score.get', 2, 2],
      ],
    )
  }
})

test('what a transaction metered is gone with it when it fails', async (t) => {
  const { db } = await openTestDatabase(t)
  const thing = aVerify()
  const work = inTransaction(db, async (trx) => {
    await recordUsage(trx, thing)
    throw new Error('the disk is full')
  })
  await assert.rejects(work, /full/)
  assert.deepEqual(await listUsage(db.reader, {}, firstPage), [])
  assert.deepEqual(await listCounters(db.reader, ['hour', 'day', 'month'], everything), [])
  assert.deepEqual(await record(db, [thing]), [true])
})

test('what the sandbox uses is recorded and never billable', async (t) => {
  const { db } = await openTestDatabase(t)
  await record(db, [
    aVerify(),
    aVerify({ environment: 'sandbox' }),
    aRetrieval({ environment: 'sandbox' }),
  ])
  const totals = await readTotals(db, {})
  assert.deepEqual([totals.quantity, totals.billableQuantity], [3, 1])
  const events = await listUsage(db.reader, { environment: 'sandbox' }, firstPage)
  assert.deepEqual(
    events.map(({ billable }) => billable),
    [false, false],
  )
})

test('a correction is an event of its own that names the other, and there is one at most', async (t) => {
  const { db, clock } = await openTestDatabase(t)
  const needs = { db, clock, keyring: testKeyring() }
  await record(db, [aVerify({ nowMs: clock.now() - 40 * 86_400_000 })])
  const [original] = await listUsage(db.reader, {}, firstPage)
  assert.ok(original)
  const asked = { id: original.id, reason: 'Our outage' }
  const correction = await correctUsage(needs, fromCommandLine, asked)
  const { id, ...rest } = correction
  const { id: _id, ...before } = original
  assert.deepEqual(rest, {
    ...before,
    quantity: -1,
    source: 'correction',
    createdAt: clock.now(),
    correction: {
      correctedId: original.id,
      correctedCreatedAt: original.createdAt,
      reason: 'Our outage',
    },
  })
  assert.deepEqual(await listUsage(db.reader, {}, firstPage), [correction, original])
  assert.deepEqual((await readTotals(db, {})).quantity, 0)
  const month = { from: at('2026-10-01'), to: at('2026-11-01') }
  assert.equal((await readTotals(db, month)).quantity, 1, 'a month that is over stays')
  await assert.rejects(correctUsage(needs, fromCommandLine, asked), { code: 'conflict' })
  await assert.rejects(correctUsage(needs, fromCommandLine, { ...asked, id }), { code: 'conflict' })
  await assert.rejects(correctUsage(needs, fromCommandLine, { ...asked, id: 'use_1' }), {
    code: 'not_found',
  })
  assert.equal((await listUsage(db.reader, {}, firstPage)).length, 2)
})

test('of two corrections at the same time one is made', async (t) => {
  const { db, clock } = await openTestDatabase(t)
  const needs = { db, clock, keyring: testKeyring() }
  await record(db, [aVerify()])
  const [original] = await listUsage(db.reader, {}, firstPage)
  const asked = { id: original?.id ?? '', reason: 'Twice' }
  const ends = await Promise.allSettled(
    [1, 2, 3].map(() => correctUsage(needs, fromCommandLine, asked)),
  )
  assert.deepEqual(ends.map(({ status }) => status).toSorted(), [
    'fulfilled',
    'rejected',
    'rejected',
  ])
  assert.equal((await readTotals(db, {})).quantity, 0)
})
