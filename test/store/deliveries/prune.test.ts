import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import { insertAttempts } from '../../../server/deliveries/attempt-store.ts'
import type { Delivery } from '../../../server/deliveries/delivery.ts'
import { insertDeliveries } from '../../../server/deliveries/delivery-queue-store.ts'
import { pruneDeliveries } from '../../../server/deliveries/prune-deliveries.ts'
import {
  deleteOldAlerts,
  deleteOldAttempts,
  deleteOldDeliveries,
} from '../../../server/deliveries/retention-store.ts'
import { listSpentEvents } from '../../../server/deliveries/retention-view.ts'
import { firstIdAt, newId } from '../../../server/kernel/ids.ts'
import { insertAlert } from '../../../server/webhooks/alert-store.ts'
import { setWebhookDeleted } from '../../../server/webhooks/webhook-store.ts'
import { commitsIn, openTestDatabase, plansOf } from '../../support/database.ts'
import { aDelivery, keepDeliveries, keepWebhook } from '../../support/deliveries.ts'
import { onSqlite } from '../../support/postgres.ts'

const dayMs = 24 * 60 * 60 * 1000
const config = { webhooks: { attemptRetentionMs: 30 * dayMs, bodyRetentionMs: 7 * dayMs } }

async function open(t: TestContext) {
  const database = await openTestDatabase(t)
  const { db, clock } = database
  const { id } = await keepWebhook(db)
  const rows = (sql: string): unknown[] => db.raw.prepare(sql).pluck().all()
  const daysAgo = (days: number) => clock.now() - days * dayMs
  /** Created, and ended where it has ended, so many days ago. */
  const of = (days: number, state: Delivery['state'], endedDays = days) =>
    aDelivery(id, {
      state,
      createdAt: daysAgo(days),
      ...(state === 'pending' ? {} : { finishedAt: daysAgo(endedDays) }),
    })
  const prune = () => pruneDeliveries({ db, clock, config })
  return { ...database, id, rows, daysAgo, of, prune }
}

const anAlert = (webhookId: string, createdAt: number) => ({
  id: newId('alr', createdAt),
  environment: 'live' as const,
  webhookId,
  kind: 'failing' as const,
  failingSince: createdAt,
  deliveryId: undefined,
  error: undefined,
  status: undefined,
  createdAt,
})

const withBody = 'select id from events where body is not null order by id'

describe('a body', () => {
  test('goes a week after the last of its deliveries ended, whatever the end', async (t) => {
    const { db, of, rows, prune } = await open(t)
    const spent = (['delivered', 'failed', 'cancelled'] as const).map((state) => of(9, state, 7.01))
    const kept = [of(9, 'delivered', 7), of(9, 'failed', 6), of(20, 'pending'), of(1, 'delivered')]
    await keepDeliveries(db, ...spent, ...kept)
    assert.equal(await prune(), 3)
    assert.deepEqual(rows(withBody), kept.map(({ eventId }) => eventId).toSorted())
    assert.equal(rows('select id from webhook_deliveries').length, 7)
  })

  test('stays while one of several deliveries still needs it', async (t) => {
    const { db, of, rows, prune } = await open(t)
    const done = of(10, 'delivered')
    const other = await keepWebhook(db)
    const { lastStatus, lastError, ...waiting } = of(10, 'pending')
    await keepDeliveries(db, done)
    const late = { ...waiting, eventId: done.eventId, webhookId: other.id, failedAttempts: 0 }
    await inTransaction(db, (trx) => insertDeliveries(trx, [{ ...late, lastStatus, lastError }]))
    assert.equal(await prune(), 0)
    assert.deepEqual(rows(withBody), [done.eventId])
  })

  test(
    'is found past hundreds that are still needed, a few hundred a transaction',
    onSqlite,
    async (t) => {
      const { db, file, of, rows, prune } = await open(t)
      const waiting = Array.from({ length: 700 }, () => of(20, 'pending'))
      const spent = Array.from({ length: 700 }, () => of(10, 'delivered'))
      await keepDeliveries(db, ...waiting, ...spent)
      const commitsBefore = commitsIn(file)
      assert.equal(await prune(), 700)
      assert.equal(rows(withBody).length, 700)
      // 500 waiting ones change nothing; 200 + 300, then 400 are written.
      assert.equal(commitsIn(file) - commitsBefore, 2)
      assert.equal(await prune(), 0)
    },
  )
})

describe('after thirty days', () => {
  test('ended deliveries go with their attempts and their events; others stay', async (t) => {
    const { db, of, rows, daysAgo, prune } = await open(t)
    const [old, young, waiting] = [of(31, 'failed', 30.5), of(31, 'failed', 30), of(40, 'pending')]
    await keepDeliveries(db, old, young, waiting)
    const attempt = (deliveryId: string, number: number, startedAt: number) =>
      ({ deliveryId, number, startedAt, durationMs: 5, status: 500, error: 'bad_status' }) as const
    await inTransaction(db, (trx) =>
      insertAttempts(trx, [
        attempt(old.id, 1, daysAgo(31)),
        attempt(old.id, 2, daysAgo(29)),
        attempt(young.id, 1, daysAgo(31)),
        attempt(young.id, 2, daysAgo(30)),
        attempt(waiting.id, 1, daysAgo(40)),
      ]),
    )
    // Two bodies; the three old attempts; one delivery with its event.
    assert.equal(await prune(), 2 + 3 + 2)
    const left = [young, waiting]
    const sorted = (ids: readonly string[]) => ids.toSorted()
    assert.deepEqual(
      rows('select id from events order by id'),
      sorted(left.map((one) => one.eventId)),
    )
    assert.deepEqual(
      rows('select id from webhook_deliveries order by id'),
      sorted(left.map((one) => one.id)),
    )
    assert.deepEqual(rows('select delivery_id from webhook_attempts'), [young.id])
  })

  test('an event stays for as long as another delivery names it', async (t) => {
    const { db, of, rows, prune } = await open(t)
    const old = of(31, 'delivered')
    const other = await keepWebhook(db)
    await keepDeliveries(db, old)
    const { id: _, ...late } = of(31, 'failed', 1)
    const named = { ...late, id: newId('dlv', 0), eventId: old.eventId, webhookId: other.id }
    await inTransaction(db, (trx) => insertDeliveries(trx, [{ ...named, failedAttempts: 5 }]))
    assert.equal(await prune(), 1)
    assert.deepEqual(rows(withBody), [old.eventId])
    assert.deepEqual(rows('select webhook_id from webhook_deliveries'), [other.id])
  })

  test('alerts go, too', async (t) => {
    const { db, id, rows, daysAgo, prune } = await open(t)
    const [old, young] = [anAlert(id, daysAgo(30) - 1), anAlert(id, daysAgo(30))]
    await inTransaction(db, async (trx) => {
      for (const one of [old, young]) await insertAlert(trx, one)
    })
    assert.equal(await prune(), 1)
    assert.deepEqual(rows('select id from webhook_alerts'), [young.id])
  })

  test('hundreds of deliveries go in short transactions', onSqlite, async (t) => {
    const { db, file, of, rows, prune } = await open(t)
    await keepDeliveries(db, ...Array.from({ length: 600 }, () => of(31, 'delivered')))
    const commitsBefore = commitsIn(file)
    assert.equal(await prune(), 600 + 600 + 600)
    assert.deepEqual(rows('select id from events'), [])
    // Bodies 500 and 100; deliveries with their events 250, 250 and 100.
    assert.equal(commitsIn(file) - commitsBefore, 5)
  })
})

test('what is left of a deleted webhook goes once nothing names it', async (t) => {
  const { db, id, of, rows, clock, daysAgo, prune } = await open(t)
  const unnamed = await keepWebhook(db)
  const alerted = await keepWebhook(db)
  const alive = await keepWebhook(db)
  await keepDeliveries(db, of(1, 'delivered'))
  await inTransaction(db, async (trx) => {
    await insertAlert(trx, anAlert(alerted.id, daysAgo(1)))
    for (const one of [id, unnamed.id, alerted.id]) await setWebhookDeleted(trx, one, clock.now())
  })
  assert.equal(await prune(), 1)
  const left = [id, alerted.id, alive.id].toSorted()
  assert.deepEqual(rows('select id from webhooks order by id'), left)
})

describe('pruning', () => {
  const steps = {
    bodies: ['events_with_body', (trx) => listSpentEvents(trx, 5, look)],
    attempts: ['webhook_attempts_by_started_at', (trx) => deleteOldAttempts(trx, 5, 500)],
    deliveries: ['webhook_deliveries_finished', (trx) => deleteOldDeliveries(trx, 5, 500)],
    alerts: ['sqlite_autoindex_webhook_alerts_1', (trx) => deleteOldAlerts(trx, 'alr_5', 500)],
  } satisfies Record<string, readonly [string, Parameters<typeof plansOf>[2]]>
  const look = { after: firstIdAt('evt', 0), idBefore: firstIdAt('evt', 5), limit: 500 }
  for (const [what, [index, work]] of Object.entries(steps)) {
    test(`finds the oldest ${what} along an index, without sorting`, onSqlite, async (t) => {
      const { db, file, of } = await open(t)
      await keepDeliveries(db, of(90, 'failed'))
      const plan = await plansOf(t, file, work)
      assert.ok(
        plan.some((step) => step.includes(`INDEX ${index} (`)),
        plan.join('\n'),
      )
      assert.ok(
        plan.every((step) => !/^SCAN|TEMP B-TREE/.test(step)),
        plan.join('\n'),
      )
    })
  }
})
