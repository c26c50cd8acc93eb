import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decryptBodies } from '../../../server/events/decrypt-bodies.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { onSqlite } from '../../support/postgres.ts'
import { digestOf, onlyRequest, openWebhookClient, receiverFor } from './webhook-client.ts'

describe('a test event', () => {
  const client = openedBefore(openWebhookClient)

  const rowsOf = async (webhookId: string) => {
    const { reader } = client.app.appliance.db
    const deliveries = await reader
      .selectFrom('webhook_deliveries')
      .innerJoin('events', 'events.id', 'webhook_deliveries.event_id')
      .innerJoin('webhook_attempts', 'webhook_attempts.delivery_id', 'webhook_deliveries.id')
      .select(['state', 'attempts', 'type', 'subject_id', 'number', 'status', 'error', 'event_id'])
      .where('webhook_id', '=', webhookId)
      .execute()
    return deliveries
  }

  test('arrives signed, says that it is a test, and is reported as delivered', async (t) => {
    const receiver = await receiverFor(t, { status: 204 })
    const { id, secret } = await client.register({ url: receiver.url })
    const { status, data } = await client.test(id)
    assert.equal(status, 200)
    assert.deepEqual(data, { delivered: true, status_code: 204, duration_ms: 0, error: null })
    const { method, path, headers, json, ...request } = onlyRequest(receiver)
    assert.deepEqual([method, path], ['POST', '/svc'])
    assert.equal(headers['svc-signature'], digestOf(secret, { method, path, headers, ...request }))
    const now = client.app.clock.now()
    assert.equal(headers['svc-timestamp'], String(Math.floor(now / 1000)))
    assert.match(String(json.id), /^evt_/)
    const { message, ...rest } = json.data as Record<string, unknown>
    assert.deepEqual(
      [json.event, json.timestamp, rest],
      ['webhook.test', new Date(now).toISOString(), { webhook_id: id }],
    )
    assert.match(String(message), /test/)
  })

  test('is written down with its one attempt, and nothing is left to be sent', async (t) => {
    const receiver = await receiverFor(t)
    const { id } = await client.register({ url: receiver.url })
    await client.test(id)
    assert.deepEqual(await rowsOf(id), [
      {
        state: 'delivered',
        attempts: 1,
        type: 'webhook.test',
        subject_id: id,
        number: 1,
        status: 200,
        error: null,
        event_id: onlyRequest(receiver).json.id,
      },
    ])
  })

  test(
    'is kept as the very bytes that were sent, so that it can be sent again',
    onSqlite,
    async (t) => {
      const receiver = await receiverFor(t)
      const { id } = await client.register({ url: receiver.url })
      await client.test(id)
      const { json, body } = onlyRequest(receiver)
      const { appliance } = client.app
      const eventId = String(json.id)
      const kept = await decryptBodies(appliance, appliance.db.reader, [eventId])
      assert.deepEqual(kept.get(eventId)?.body, body)
      assert.ok(!client.diskBytes().includes(body))
    },
  )

  test('that is refused says how, and shows nothing of what was said', onSqlite, async (t) => {
    const receiver = await receiverFor(t, { status: 503, answer: 'the vault is at 10.0.0.7' })
    const { id } = await client.register({ url: receiver.url })
    const { status, data, text } = await client.test(id)
    assert.equal(status, 200)
    assert.deepEqual([data.delivered, data.status_code, data.error], [false, 503, 'bad_status'])
    assert.ok(!text.includes('vault'))
    assert.ok(!client.diskBytes().includes('vault'))
    const [row] = await rowsOf(id)
    assert.deepEqual([row?.state, row?.status, row?.error], ['failed', 503, 'bad_status'])
    assert.equal((await client.get(id)).failing_since, null)
    assert.equal(receiver.received.length, 1)
  })

  test('is not sent where a redirect leads', async (t) => {
    const receiver = await receiverFor(t, { status: 302 })
    const { id } = await client.register({ url: receiver.url })
    const { data } = await client.test(id)
    assert.deepEqual([data.delivered, data.status_code], [false, 302])
  })

  test('to where nobody listens says that no connection could be made', async (t) => {
    const receiver = await receiverFor(t)
    const { id } = await client.register({ url: receiver.url })
    await receiver.close()
    const { status, data } = await client.test(id)
    assert.equal(status, 200)
    assert.deepEqual([data.delivered, data.status_code], [false, null])
    assert.equal(data.error, 'connection_failed')
    const [row] = await rowsOf(id)
    assert.deepEqual([row?.state, row?.error], ['failed', 'connection_failed'])
  })

  test('reaches an inactive webhook, too', async (t) => {
    const receiver = await receiverFor(t)
    const { id } = await client.register({ url: receiver.url, active: false })
    assert.equal((await client.test(id)).data.delivered, true)
    assert.equal((await client.get(id)).active, false)
  })

  test('is sent once under an Idempotency-Key', async (t) => {
    const receiver = await receiverFor(t)
    const { id } = await client.register({ url: receiver.url })
    const asked = { method: 'POST', headers: { 'Idempotency-Key': 'test-once' } }
    const first = await client.ask(`/${id}/test`, asked)
    const again = await client.ask(`/${id}/test`, asked)
    assert.equal(again.text, first.text)
    assert.equal(again.headers.get('Idempotent-Replayed'), 'true')
    assert.equal(receiver.received.length, 1)
  })

  test('is neither a verification nor metered', async (t) => {
    const receiver = await receiverFor(t)
    const { id } = await client.register({ url: receiver.url })
    assert.equal((await client.test(id)).data.delivered, true)
    const { reader } = client.app.appliance.db
    const verifications = await reader.selectFrom('verifications').select('id').execute()
    const jobs = await reader.selectFrom('jobs').select('id').execute()
    assert.deepEqual([verifications, jobs], [[], []])
  })
})

describe('a test event whose address has become forbidden', () => {
  test('is not sent: the address is checked once more', async (t) => {
    const receiver = await receiverFor(t)
    const client = await openWebhookClient()
    t.after(() => client.app.close())
    const { id } = await client.register({ url: receiver.url })
    const { appliance } = client.app
    const ownPort = new URL(client.app.server.url).port
    await appliance.db.write(async (trx) => {
      const url = `https://127.0.0.1:${ownPort}/v1/keys`
      await trx.updateTable('webhooks').set({ url }).where('id', '=', id).execute()
    })
    const { data } = await client.test(id)
    assert.deepEqual([data.delivered, data.error], [false, 'address_forbidden'])
    assert.deepEqual(receiver.received, [])
  })
})
