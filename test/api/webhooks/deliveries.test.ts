import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import { insertAttempts } from '../../../server/deliveries/attempt-store.ts'
import { setWebhookDeleted } from '../../../server/webhooks/webhook-store.ts'
import { aDelivery, aFailedDelivery } from '../../support/deliveries.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { openDeliveryScene } from './delivery-scene.ts'

const startMs = Date.UTC(2026, 10, 21, 9)

describe('the delivery log over REST', () => {
  const scene = openedBefore(openDeliveryScene)
  let log: ReturnType<typeof makeLog>
  before(async () => {
    log = makeLog(scene.webhook.id)
    await scene.keep(...Object.values(log))
  })

  /** A minute apart. */
  function makeLog(webhookId: string) {
    return {
      failed: aFailedDelivery(webhookId, { eventType: 'verification.failed' }),
      tested: aDelivery(webhookId, {
        createdAt: startMs + 60_000,
        eventType: 'webhook.test',
        state: 'delivered',
        attempts: 1,
        lastStatus: 204,
        finishedAt: startMs + 60_500,
      }),
      waiting: aDelivery(webhookId, { createdAt: startMs + 120_000, dueAt: startMs + 180_000 }),
    }
  }

  test('shows how far each came, newest first, and nothing of what was sent', async () => {
    const { status, data } = await scene.ask('')
    assert.equal(status, 200)
    const { failed, tested, waiting } = log
    assert.deepEqual(data, {
      items: [
        {
          id: waiting.id,
          event_id: waiting.eventId,
          event: 'verification.completed',
          verification_id: waiting.subjectId,
          webhook_id: scene.webhook.id,
          status: 'pending',
          attempts: 0,
          next_attempt_at: '2026-11-21T09:03:00.000Z',
          last_status_code: null,
          last_error: null,
          replays: 0,
          created_at: '2026-11-21T09:02:00.000Z',
          finished_at: null,
        },
        {
          id: tested.id,
          event_id: tested.eventId,
          event: 'webhook.test',
          webhook_id: scene.webhook.id,
          status: 'delivered',
          attempts: 1,
          next_attempt_at: null,
          last_status_code: 204,
          last_error: null,
          replays: 0,
          created_at: '2026-11-21T09:01:00.000Z',
          finished_at: '2026-11-21T09:01:00.500Z',
        },
        {
          id: failed.id,
          event_id: failed.eventId,
          event: 'verification.failed',
          verification_id: failed.subjectId,
          webhook_id: scene.webhook.id,
          status: 'failed',
          attempts: 5,
          next_attempt_at: null,
          last_status_code: 503,
          last_error: 'bad_status',
          replays: 0,
          created_at: '2026-11-21T09:00:00.000Z',
          finished_at: '2026-11-21T09:01:00.000Z',
        },
      ],
      next_cursor: null,
    })
  })

  const filters: readonly (readonly [
    query: () => string,
    ...names: readonly (keyof typeof log)[],
  ])[] = [
    [() => 'status=failed', 'failed'],
    [() => 'status=cancelled'],
    [() => 'event=verification.completed', 'waiting'],
    [() => 'event=webhook.test', 'tested'],
    [() => `verification_id=${log.failed.subjectId}`, 'failed'],
    [() => 'created_from=2026-11-21T09:01:00Z', 'waiting', 'tested'],
    [() => 'created_to=2026-11-21T09:01:00Z', 'failed'],
    [() => 'created_from=2026-11-21&created_to=2026-11-22&status=delivered', 'tested'],
  ]
  for (const [query, ...names] of filters) {
    const what = String(query).replace(/^.*=> .|.$/g, '')
    test(`is filtered by ${what}`, async () => {
      assert.deepEqual(
        await scene.list(query()),
        names.map((name) => log[name].id),
      )
    })
  }

  test('goes from page to page', async () => {
    const first = await scene.ask('?limit=2')
    assert.equal((first.data.items as unknown[]).length, 2)
    assert.deepEqual(await scene.list(`cursor=${first.data.next_cursor}`), [log.failed.id])
  })

  test('shows one delivery with every attempt', async () => {
    const { id } = log.failed
    const attempt = { deliveryId: id, startedAt: startMs, durationMs: 10_000 }
    await inTransaction(scene.app.appliance.db, (trx) =>
      insertAttempts(trx, [
        { ...attempt, number: 1, status: undefined, error: 'timeout' },
        { ...attempt, number: 2, status: 503, error: 'bad_status' },
      ]),
    )
    const { data } = await scene.ask(`/${id}`)
    const [item] = (await scene.ask('?status=failed')).data.items as readonly object[]
    const shown = { started_at: '2026-11-21T09:00:00.000Z', duration_ms: 10_000 }
    assert.deepEqual(data, {
      ...item,
      attempt_log: [
        { number: 1, ...shown, status_code: null, error: 'timeout' },
        { number: 2, ...shown, status_code: 503, error: 'bad_status' },
      ],
    })
  })

  test('does not exist for the other environment, nor a delivery for another webhook', async () => {
    const other = await scene.keepWebhook()
    const { id } = log.failed
    const key = scene.app.sandboxKey
    for (const answer of [
      await scene.ask('', { key }),
      await scene.ask(`/${id}`, { key }),
      await scene.ask(`/${id}`, { of: other.id }),
      await scene.ask(`/${id.toUpperCase()}`),
      await scene.ask('', { of: 'wh_none' }),
    ]) {
      assert.deepEqual([answer.status, answer.error.code], [404, 'not_found'])
    }
  })

  test('needs webhooks.manage', async () => {
    const key = await scene.app.key('live', ['kyc.read', 'kyc.verify'])
    const { status, error } = await scene.ask('', { key })
    assert.deepEqual([status, error.code], [403, 'missing_scope'])
  })

  test('stays readable when its webhook was deleted', async () => {
    const gone = await scene.keepWebhook()
    const delivery = aFailedDelivery(gone.id)
    await scene.keep(delivery)
    await inTransaction(scene.app.appliance.db, (trx) => setWebhookDeleted(trx, gone.id, startMs))
    const { data } = await scene.ask(`/${delivery.id}`, { of: gone.id })
    assert.deepEqual([data.id, data.status], [delivery.id, 'failed'])
  })
})
