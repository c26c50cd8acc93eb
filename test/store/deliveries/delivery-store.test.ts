import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import { insertAttempts } from '../../../server/deliveries/attempt-store.ts'
import type { Delivery, DeliveryFilter } from '../../../server/deliveries/delivery.ts'
import {
  attemptsShownMax,
  findDelivery,
  listAttempts,
  listDeliveries,
} from '../../../server/deliveries/delivery-view.ts'
import { eraseEventsOf } from '../../../server/deliveries/erase-events.ts'
import { listReplayCandidates } from '../../../server/deliveries/replay-view.ts'
import { firstIdAt } from '../../../server/kernel/ids.ts'
import { bytesOnDisk, openTestDatabase, plansOf } from '../../support/database.ts'
import {
  aDelivery,
  aFailedDelivery,
  keepDeliveries,
  keepWebhook,
  writeDelivery,
} from '../../support/deliveries.ts'
import { onSqlite } from '../../support/postgres.ts'

const startMs = Date.UTC(2026, 10, 21, 9)
const hourMs = 3_600_000

describe('a delivery', () => {
  test('comes back as it was kept, with the event that it carries', async (t) => {
    const { db } = await openTestDatabase(t)
    const { id } = await keepWebhook(db)
    for (const kept of [aDelivery(id), aFailedDelivery(id, { eventType: 'webhook.test' })]) {
      await keepDeliveries(db, kept)
      assert.deepEqual(await findDelivery(db.reader, id, kept.id), kept)
    }
  })

  test('is found through its own webhook only', async (t) => {
    const { db } = await openTestDatabase(t)
    const [mine, other] = [await keepWebhook(db), await keepWebhook(db)]
    const delivery = aDelivery(mine.id)
    await keepDeliveries(db, delivery)
    assert.equal(await findDelivery(db.reader, other.id, delivery.id), undefined)
  })

  test('shows its latest attempts in the order in which they were made', async (t) => {
    const { db } = await openTestDatabase(t)
    const { id } = await keepWebhook(db)
    const delivery = aDelivery(id)
    await keepDeliveries(db, delivery)
    const attempts = Array.from({ length: attemptsShownMax + 2 }, (_, index) => ({
      deliveryId: delivery.id,
      number: index + 1,
      startedAt: startMs + index,
      durationMs: 7,
      status: 503,
      error: 'bad_status' as const,
    }))
    await inTransaction(db, (trx) => insertAttempts(trx, attempts))
    const shown = await listAttempts(db.reader, delivery.id)
    assert.deepEqual(
      shown,
      attempts.slice(2).map(({ deliveryId, ...attempt }) => attempt),
    )
  })
})

/** One an hour, oldest first: done, given up, a test called off, waiting; then one of somebody else. */
async function keepLog(t: TestContext) {
  const database = await openTestDatabase(t)
  const { id } = await keepWebhook(database.db)
  const other = await keepWebhook(database.db)
  const at = (hour: number) => ({ createdAt: startMs + hour * hourMs })
  const done = { finishedAt: startMs + 9 * hourMs }
  const log = [
    aDelivery(id, { ...at(0), state: 'delivered', ...done }),
    aFailedDelivery(id, { ...at(1), eventType: 'verification.failed' }),
    aDelivery(id, { ...at(2), state: 'cancelled', eventType: 'webhook.test', ...done }),
    aDelivery(id, { ...at(3) }),
  ] as const
  await keepDeliveries(database.db, ...log, aDelivery(other.id, at(4)))
  return { ...database, id, log }
}

describe('the log of a webhook', () => {
  const cases: readonly (readonly [
    what: string,
    filter: (log: readonly Delivery[]) => DeliveryFilter,
    kept: readonly number[],
  ])[] = [
    ['everything, newest first', () => ({}), [3, 2, 1, 0]],
    ['by state', () => ({ state: 'failed' }), [1]],
    ['by the kind of event', () => ({ eventType: 'verification.completed' }), [3, 0]],
    ['by a kind that never was', () => ({ eventType: 'webhook.test', state: 'failed' }), []],
    ['by verification', (log) => ({ verificationId: log[1]?.subjectId }), [1]],
    ['by a verification that never was', () => ({ verificationId: firstIdAt('ver', 0) }), []],
    [
      'by verification and a kind that it was not',
      (log) => ({ verificationId: log[1]?.subjectId, eventType: 'verification.completed' }),
      [],
    ],
    [
      'from an instant on, up to another',
      () => ({
        idFrom: firstIdAt('dlv', startMs + hourMs),
        idBefore: firstIdAt('dlv', startMs + 3 * hourMs),
      }),
      [2, 1],
    ],
    [
      'by everything at once',
      (log) => ({
        state: 'failed',
        eventType: 'verification.failed',
        verificationId: log[1]?.subjectId,
        idFrom: firstIdAt('dlv', startMs),
        idBefore: firstIdAt('dlv', startMs + 3 * hourMs),
      }),
      [1],
    ],
  ]
  for (const [what, filter, kept] of cases) {
    test(`lists ${what}`, async (t) => {
      const { db, id, log } = await keepLog(t)
      const page = { limit: 100, after: undefined }
      const found = await listDeliveries(db.reader, id, filter(log), page)
      assert.deepEqual(
        found,
        kept.map((index) => log[index]),
      )
    })
  }

  for (const filter of [{}, { eventType: 'verification.completed' }] as const) {
    test(`goes on after the last of a page, with ${JSON.stringify(filter)}`, async (t) => {
      const { db } = await openTestDatabase(t)
      const { id } = await keepWebhook(db)
      const log = Array.from({ length: 2_100 }, (_, index) =>
        aDelivery(id, {
          createdAt: startMs + index,
          eventType: index % 500 === 0 ? 'verification.completed' : 'verification.failed',
        }),
      )
      await keepDeliveries(db, ...log)
      const wanted = log.filter(
        (one) => !('eventType' in filter) || one.eventType === filter.eventType,
      )
      const newest = wanted.toReversed().slice(0, 5)
      const first = await listDeliveries(db.reader, id, filter, { limit: 2, after: undefined })
      assert.deepEqual(first, newest.slice(0, 3))
      const next = await listDeliveries(db.reader, id, filter, { limit: 2, after: newest[1]?.id })
      assert.deepEqual(next, newest.slice(2, 5))
    })
  }
})

describe('a million deliveries', () => {
  const span = { idFrom: 'dlv_0', idBefore: 'dlv_9' }
  const seek =
    /^SEARCH webhook_deliveries USING COVERING INDEX webhook_deliveries_by_webhook_id_state_event_type_id \(webhook_id=\? AND state=\? AND event_type=\?/
  const event = /^SEARCH event USING INDEX sqlite_autoindex_events_1 \(id=\?\)$/
  const cases: readonly (readonly [filter: DeliveryFilter, seeks: number])[] = [
    [{}, 16],
    [span, 16],
    [{ state: 'failed' }, 4],
    [{ state: 'failed', ...span }, 4],
    [{ eventType: 'webhook.test' }, 4],
    [{ eventType: 'webhook.test', state: 'failed', ...span }, 1],
  ]
  for (const [filter, seeks] of cases) {
    test(
      `are listed by one seek for each state and kind of event, with ${JSON.stringify(filter)}`,
      onSqlite,
      async (t) => {
        const { file } = await openTestDatabase(t)
        const page = { limit: 20, after: 'dlv_8' }
        const plan = await plansOf(t, file, (trx) => listDeliveries(trx, 'wh_1', filter, page))
        assert.equal(plan.filter((step) => seek.test(step)).length, seeks, plan.join('\n'))
        assert.ok(plan.some((step) => /^SEARCH delivery USING INDEX .*\(id=\?\)$/.test(step)))
        assert.ok(plan.some((step) => event.test(step)))
        assertNoLongWay(plan)
      },
    )
  }

  test(
    'are found by the few events of a verification, whatever else is asked for',
    onSqlite,
    async (t) => {
      const { db, file } = await openTestDatabase(t)
      const { id } = await keepWebhook(db)
      const kept = aFailedDelivery(id)
      await keepDeliveries(db, kept)
      const filter = { verificationId: kept.subjectId, state: 'failed', ...span } as const
      const page = { limit: 20, after: undefined }
      const plan = await plansOf(t, file, (trx) => listDeliveries(trx, id, filter, page))
      const seeks = plan.map((step) => step.replace(/^SEARCH (\w+) USING .*(\(.*\))$/, '$1 $2'))
      assert.deepEqual(seeks, ['events (subject_id=?)', 'event (id=?)', 'delivery (event_id=?)'])
    },
  )

  for (const [eventType, seeks] of [
    [undefined, 3],
    ['verification.failed', 1],
  ] as const) {
    test(`are searched for replays by the same seeks, with ${eventType}`, onSqlite, async (t) => {
      const { file } = await openTestDatabase(t)
      const look = { state: 'failed', after: 'dlv_0', idBefore: 'dlv_9', limit: 10 } as const
      const plan = await plansOf(t, file, (trx) =>
        listReplayCandidates(trx, 'wh_1', { ...look, eventType }),
      )
      assert.equal(plan.filter((step) => seek.test(step)).length, seeks, plan.join('\n'))
      assert.ok(plan.some((step) => event.test(step)))
      assertNoLongWay(plan)
    })
  }
})

/** No table is read from end to end; only what the seeks found is. */
function assertNoLongWay(plan: readonly string[]): void {
  const scans = plan.filter(
    (step) => step.startsWith('SCAN') && !/^SCAN (found|\(subquery)/.test(step),
  )
  assert.deepEqual(scans, [], plan.join('\n'))
}

test('erasing a subject leaves nothing of the bodies on disk', onSqlite, async (t) => {
  const { db, clock, file } = await openTestDatabase(t)
  const { id } = await keepWebhook(db)
  // One that fits into a page, and one that takes several.
  const bodies = [64, 20_000].map((bytes, index) => Buffer.alloc(bytes, `sealed body ${index} `))
  const deliveries = bodies.map(() => aDelivery(id, { subjectId: 'ver_1' }))
  await inTransaction(db, async (trx) => {
    for (const [index, body] of bodies.entries()) {
      await writeDelivery(trx, deliveries[index] ?? aDelivery(id), { body })
    }
  })
  const traces = () => bodies.map((_, index) => bytesOnDisk(file).includes(`sealed body ${index}`))
  assert.deepEqual(traces(), [true, true])
  await inTransaction(db, (trx) => eraseEventsOf(trx, 'ver_1', clock.now()))
  db.raw.pragma('wal_checkpoint(TRUNCATE)')
  assert.deepEqual(traces(), [false, false])
})

test('erasing a subject cancels waiting deliveries, and leaves finished ones as they are', async (t) => {
  const { db, clock } = await openTestDatabase(t)
  const { id } = await keepWebhook(db)
  const [waiting, failed] = [
    aDelivery(id, { subjectId: 'ver_1' }),
    aFailedDelivery(id, { subjectId: 'ver_1' }),
  ]
  const other = aDelivery(id, { subjectId: 'ver_2' })
  await keepDeliveries(db, waiting, failed, other)
  clock.advance(1000)
  await inTransaction(db, (trx) => eraseEventsOf(trx, 'ver_1', clock.now()))
  const cancelled = { state: 'cancelled', lastError: 'body_gone', finishedAt: clock.now() } as const
  const now = async ({ id: of }: { readonly id: string }) => findDelivery(db.reader, id, of)
  assert.deepEqual(await now(waiting), { ...waiting, ...cancelled })
  assert.deepEqual(await now(failed), failed)
  assert.deepEqual(await now(other), other)
  const bodies = db.raw.prepare('select id from events where body is not null').pluck().all()
  assert.deepEqual(bodies, [other.eventId])
})

test('erasing a subject without events changes nothing', async (t) => {
  const { db, clock } = await openTestDatabase(t)
  const { id } = await keepWebhook(db)
  const other = aDelivery(id)
  await keepDeliveries(db, other)
  await inTransaction(db, (trx) => eraseEventsOf(trx, 'ver_1', clock.now()))
  assert.deepEqual(await findDelivery(db.reader, id, other.id), other)
})
