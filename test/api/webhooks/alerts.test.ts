import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import { newId } from '../../../server/kernel/ids.ts'
import { type AlertKind, alertKinds } from '../../../server/webhooks/alert.ts'
import { insertAlert } from '../../../server/webhooks/alert-store.ts'
import { failingForMs, watchFailing } from '../../../server/webhooks/watch-failing.ts'
import { call } from '../../support/api-client.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { openDeliveryScene } from './delivery-scene.ts'

const startMs = Date.UTC(2026, 10, 21, 9)

describe('alerts about webhooks', () => {
  const scene = openedBefore(openDeliveryScene)

  async function list(query = '', key = scene.app.liveKey) {
    const answer = await call(`${scene.app.url}/webhook-alerts?limit=100&${query}`, { key })
    assert.equal(answer.status, 200, answer.text)
    return answer.data.items as readonly Record<string, unknown>[]
  }

  async function raise(webhookId: string, kind: AlertKind, createdAt = startMs): Promise<string> {
    const id = newId('alr', createdAt)
    const failed = { deliveryId: 'dlv_1', error: 'bad_status', status: 503 } as const
    const about = { failingSince: startMs, ...failed } as const
    const alert = { id, environment: 'live', webhookId, kind, createdAt, ...about } as const
    await inTransaction(scene.app.appliance.db, (trx) => insertAlert(trx, alert))
    return id
  }

  test('are listed newest first, each with a sentence on what happened and what to do', async () => {
    const { id: webhookId } = await scene.keepWebhook()
    const ids: string[] = []
    for (const [at, kind] of alertKinds.entries()) {
      ids.unshift(await raise(webhookId, kind, startMs + at))
    }
    const items = await list(`webhook_id=${webhookId}`)
    assert.deepEqual(
      items.map(({ id }) => id),
      ids,
    )
    const { message, ...first } = items.at(-1) ?? {}
    assert.deepEqual(first, {
      id: ids.at(-1),
      webhook_id: webhookId,
      kind: 'failing',
      failing_since: '2026-11-21T09:00:00.000Z',
      delivery_id: 'dlv_1',
      error: 'bad_status',
      status_code: 503,
      created_at: '2026-11-21T09:00:00.000Z',
    })
    assert.match(
      String(message),
      /have failed since 2026-11-21T09:00:00.000Z \(bad_status, HTTP 503\)/,
    )
    const messages = items.map((item) => item.message)
    assert.equal(new Set(messages).size, alertKinds.length)
  })

  test('of one environment are not shown to the other', async () => {
    const { id } = await scene.keepWebhook()
    await raise(id, 'exhausted')
    assert.deepEqual(await list('', scene.app.sandboxKey), [])
    assert.deepEqual(await list(`webhook_id=${id}`, scene.app.sandboxKey), [])
    assert.ok((await list()).some((item) => item.webhook_id === id))
  })

  test('go from page to page', async () => {
    const { id } = await scene.keepWebhook()
    const [old, young] = [await raise(id, 'failing'), await raise(id, 'recovered', startMs + 1)]
    const url = `${scene.app.url}/webhook-alerts?webhook_id=${id}&limit=1`
    const { data } = await call(url, { key: scene.app.liveKey })
    const [item] = data.items as readonly { readonly id: string }[]
    assert.equal(item?.id, young)
    const rest = await list(`webhook_id=${id}&cursor=${data.next_cursor}`)
    assert.deepEqual(
      rest.map((one) => one.id),
      [old],
    )
  })

  test('are raised once for a webhook that nothing came through to for a day', async () => {
    const { clock, appliance, logLines } = scene.app
    const failing = await scene.keepWebhook({ failingSince: clock.now() - failingForMs })
    const others = [
      await scene.keepWebhook({ failingSince: clock.now() - failingForMs + 1 }),
      await scene.keepWebhook({ failingSince: clock.now() - failingForMs, active: false }),
      await scene.keepWebhook(),
    ]
    assert.equal(await watchFailing(appliance), 1)
    assert.equal(await watchFailing(appliance), 0)
    const [alert, ...more] = await list(`webhook_id=${failing.id}`)
    assert.deepEqual([alert?.kind, alert?.delivery_id, more], ['failing_24h', null, []])
    assert.equal(alert?.failing_since, '2026-11-20T09:00:00.000Z')
    for (const { id } of others) assert.deepEqual(await list(`webhook_id=${id}`), [])
    const logged = logLines.map((line) => JSON.parse(line))
    const told = logged.filter(({ event }) => event === 'webhook_alert')
    assert.deepEqual(
      told.map(({ webhook_id, reason }) => [webhook_id, reason]),
      [[failing.id, 'failing_24h']],
    )
  })
})
