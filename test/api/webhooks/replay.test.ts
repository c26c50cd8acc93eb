import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import { replaysMax } from '../../../server/deliveries/replay-range.ts'
import { pruneBodies } from '../../../server/events/prune-events.ts'
import { setWebhookDeleted, updateWebhook } from '../../../server/webhooks/webhook-store.ts'
import { aDelivery, aFailedDelivery } from '../../support/deliveries.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { openDeliveryScene } from './delivery-scene.ts'

const startMs = Date.UTC(2026, 10, 21, 9)
const tomorrow = '2026-11-22'

describe('replaying one delivery', () => {
  const scene = openedBefore(openDeliveryScene)

  const replay = (id: string, more: object = {}) =>
    scene.ask(`/${id}/replay`, { method: 'POST', ...more })
  const row = (id: string) =>
    scene.app.appliance.db.reader
      .selectFrom('webhook_deliveries')
      .select(['priority', 'due_at', 'failed_attempts', 'attempts', 'replays'])
      .where('id', '=', id)
      .executeTakeFirst()

  for (const state of ['failed', 'delivered', 'cancelled', 'pending'] as const) {
    test(`starts again with a ${state} one, under the same ids, and is sent at once`, async () => {
      const kept = aFailedDelivery(scene.webhook.id, {
        state,
        ...(state === 'pending' ? { dueAt: startMs + 3_600_000, finishedAt: undefined } : {}),
      })
      await scene.keep(kept)
      scene.woken.length = 0
      const { status, data } = await replay(kept.id)
      assert.equal(status, 202)
      assert.deepEqual([data.id, data.event_id], [kept.id, kept.eventId])
      assert.deepEqual([data.status, data.finished_at], ['pending', null])
      assert.deepEqual([data.attempts, data.replays], [5, 1])
      assert.equal(data.next_attempt_at, '2026-11-21T09:00:00.000Z')
      const anew = {
        priority: 'retry',
        due_at: startMs,
        failed_attempts: 0,
        attempts: 5,
        replays: 1,
      }
      assert.deepEqual(await row(kept.id), anew)
      assert.deepEqual(scene.woken, [[[scene.webhook.id], 'retry']])
    })
  }

  test('happens once for an Idempotency-Key', async () => {
    const kept = aFailedDelivery(scene.webhook.id)
    await scene.keep(kept)
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await replay(kept.id, { headers })
    const second = await replay(kept.id, { headers })
    assert.equal(second.text, first.text)
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
    assert.equal((await row(kept.id))?.replays, 1)
  })

  test('is refused when the body is not kept any more', async () => {
    const kept = aFailedDelivery(scene.webhook.id)
    await scene.keep(kept)
    await inTransaction(scene.app.appliance.db, (trx) => pruneBodies(trx, [kept.eventId]))
    const { status, error } = await replay(kept.id)
    assert.deepEqual([status, error.code], [409, 'conflict'])
    assert.match(error.message, /body .* was deleted/)
    assert.equal((await row(kept.id))?.replays, 0)
  })

  test('is refused while the webhook is not active, and when it was deleted', async () => {
    const webhook = await scene.keepWebhook({ active: false })
    const kept = aFailedDelivery(webhook.id)
    await scene.keep(kept)
    const inactive = await replay(kept.id, { of: webhook.id })
    assert.deepEqual([inactive.status, inactive.error.code], [409, 'conflict'])
    assert.match(inactive.error.message, /not active/)
    const { db } = scene.app.appliance
    await inTransaction(db, (trx) => setWebhookDeleted(trx, webhook.id, startMs))
    const deleted = await replay(kept.id, { of: webhook.id })
    assert.deepEqual([deleted.status, deleted.error.code], [409, 'conflict'])
    assert.match(deleted.error.message, /deleted/)
  })

  test('is refused for what is not there, or of the other environment', async () => {
    const kept = aFailedDelivery(scene.webhook.id)
    await scene.keep(kept)
    for (const answer of [
      await replay('dlv_none'),
      await replay(kept.id, { key: scene.app.sandboxKey }),
      await replay(kept.id, { of: (await scene.keepWebhook()).id }),
    ]) {
      assert.deepEqual([answer.status, answer.error.code], [404, 'not_found'])
    }
    assert.equal((await row(kept.id))?.replays, 0)
  })
})

describe('replaying a range', () => {
  /** A scene of its own for each test: what is replayed is counted. */
  async function open(t: { after(work: () => Promise<void>): void }) {
    const scene = await openDeliveryScene()
    t.after(() => scene.app.close())
    const at = (minute: number) => ({ createdAt: startMs + minute * 60_000 })
    const replay = (json: object, headers = {}) => scene.ask('/replay', { json, headers })
    return { ...scene, id: scene.webhook.id, at, replay }
  }

  test('takes the failed ones before an instant, unless told otherwise', async (t) => {
    const { id, at, keep, replay, list, woken } = await open(t)
    const early = aFailedDelivery(id, at(0))
    const late = aFailedDelivery(id, at(10))
    await keep(early, late, aDelivery(id, { ...at(1), state: 'cancelled', finishedAt: startMs }))
    const { status, data } = await replay({ created_to: '2026-11-21T09:10:00Z' })
    assert.equal(status, 202)
    assert.deepEqual(data, {
      dry_run: false,
      matched: 1,
      replayed: 1,
      remaining: 0,
      next_created_from: null,
    })
    assert.deepEqual(await list('status=pending'), [early.id])
    assert.deepEqual(woken, [[[id], 'retry']])
  })

  test('narrows by start, status and event', async (t) => {
    const { id, at, keep, replay, list } = await open(t)
    const of = (minute: number, eventType: 'verification.completed' | 'verification.failed') =>
      aDelivery(id, { ...at(minute), state: 'delivered', finishedAt: startMs, eventType })
    const wanted = of(2, 'verification.failed')
    await keep(of(1, 'verification.failed'), wanted, of(3, 'verification.completed'))
    await replay({
      created_from: '2026-11-21T09:02:00Z',
      created_to: tomorrow,
      status: 'delivered',
      event: 'verification.failed',
    })
    assert.deepEqual(await list('status=pending'), [wanted.id])
  })

  test('leaves tests out, which were answered when they were sent', async (t) => {
    const { id, at, keep, replay, list } = await open(t)
    const failed = aFailedDelivery(id, at(1))
    await keep(aFailedDelivery(id, { ...at(0), eventType: 'webhook.test' }), failed)
    const counted = await replay({ created_to: tomorrow, dry_run: true })
    assert.equal(counted.data.matched, 1)
    const { data } = await replay({ created_to: tomorrow })
    assert.deepEqual([data.matched, data.replayed], [1, 1])
    assert.deepEqual(await list('status=pending'), [failed.id])
    const asked = await replay({ created_to: tomorrow, event: 'webhook.test' })
    assert.deepEqual([asked.status, asked.error.param], [400, 'event'])
  })

  test('only counts in a dry run', async (t) => {
    const { id, at, keep, replay, list, woken } = await open(t)
    await keep(aFailedDelivery(id, at(3)), aFailedDelivery(id, at(4)))
    const { status, data } = await replay({ created_to: tomorrow, dry_run: true })
    assert.equal(status, 200)
    assert.deepEqual([data.dry_run, data.matched, data.replayed, data.remaining], [true, 2, 0, 2])
    assert.equal(data.next_created_from, '2026-11-21T09:03:00.000Z')
    assert.deepEqual([await list('status=pending'), woken], [[], []])
  })

  test('leaves those whose body is not kept any more', async (t) => {
    const { app, id, keep, replay, list } = await open(t)
    const [gone, kept] = [aFailedDelivery(id), aFailedDelivery(id)]
    await keep(gone, kept)
    await inTransaction(app.appliance.db, (trx) => pruneBodies(trx, [gone.eventId]))
    const { data } = await replay({ created_to: tomorrow })
    assert.deepEqual([data.matched, data.replayed], [1, 1])
    assert.deepEqual(await list('status=pending'), [kept.id])
  })

  test('takes the oldest first, and as many as one call may', async (t) => {
    const { id, keep, replay } = await open(t)
    const count = replaysMax + 3
    await keep(
      ...Array.from({ length: count }, (_, index) =>
        aFailedDelivery(id, { createdAt: startMs + index }),
      ),
    )
    const first = await replay({ created_to: tomorrow })
    const { matched, replayed, remaining, next_created_from } = first.data
    assert.deepEqual([matched, replayed, remaining], [count, replaysMax, 3])
    assert.equal(next_created_from, new Date(startMs + replaysMax).toISOString())
    const second = await replay({ created_to: tomorrow })
    assert.deepEqual([second.data.matched, second.data.remaining], [3, 0])
  })

  test('happens once for an Idempotency-Key', async (t) => {
    const { id, keep, replay } = await open(t)
    await keep(aFailedDelivery(id))
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await replay({ created_to: tomorrow }, headers)
    assert.deepEqual([first.data.replayed, first.status], [1, 202])
    const second = await replay({ created_to: tomorrow }, headers)
    assert.deepEqual([second.text, second.status], [first.text, 202])
    assert.equal((await replay({ created_to: tomorrow })).data.matched, 0)
  })

  test('is refused while the webhook is not active', async (t) => {
    const { app, webhook, id, keep, replay, list } = await open(t)
    await keep(aFailedDelivery(id))
    await inTransaction(app.appliance.db, (trx) =>
      updateWebhook(trx, { ...webhook, active: false }, ['active']),
    )
    const { status, error } = await replay({ created_to: tomorrow })
    assert.deepEqual([status, error.code], [409, 'conflict'])
    assert.deepEqual(await list('status=pending'), [])
  })
})
