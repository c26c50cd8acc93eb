import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { webhooksMax } from '../../../server/webhooks/webhook.ts'
import { call } from '../../support/api-client.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { openWebhookClient, someUrl } from './webhook-client.ts'

describe('a webhook', () => {
  const client = openedBefore(openWebhookClient)

  test('is registered with a url and events, and is active from then on', async () => {
    const json = { url: someUrl, events: ['verification.failed'] }
    const { status, data } = await client.ask('', { json })
    assert.equal(status, 201)
    const { id, secret, ...rest } = data
    assert.match(String(id), /^wh_[0-9a-z]{26}$/)
    assert.match(String(secret), /^whsec_[0-9A-Za-z_-]{43}$/)
    assert.deepEqual(rest, {
      environment: 'live',
      url: someUrl,
      events: ['verification.failed'],
      active: true,
      timestamp_mode: 'auto',
      failing_since: null,
      client_certificate: null,
      secret_rotation: null,
      secrets_readable: true,
      created_at: new Date(client.app.clock.now()).toISOString(),
    })
  })

  test('has what was asked for, and ignores what it does not know', async () => {
    const asked = {
      description: 'Core banking, Dakar',
      active: false,
      timestamp_mode: 'attempt',
    }
    const { id, secret, ...shown } = await client.register({ ...asked, colour: 'green' })
    for (const [name, value] of Object.entries(asked)) assert.deepEqual(shown[name], value, name)
    assert.ok(!('colour' in shown))
    assert.deepEqual(await client.get(id), { id, ...shown })
    assert.match(secret, /^whsec_/)
  })

  test('gets each event type once, however often it was named', async () => {
    const named = ['verification.failed', 'verification.completed', 'verification.failed']
    const { events } = await client.register({ events: named })
    assert.deepEqual(events, ['verification.completed', 'verification.failed'])
  })

  test('shows its url as it is called, in one spelling', async () => {
    const { url } = await client.register({ url: 'HTTPS://127.0.0.1:443/a/../svc?x=1' })
    assert.equal(url, 'https://127.0.0.1/svc?x=1')
  })

  test('takes null for what it goes without', async () => {
    const made = await client.register({ description: null, client_certificate: null })
    assert.ok(!('description' in made))
    assert.equal(made.client_certificate, null)
  })

  test('is registered once under an Idempotency-Key', async () => {
    const asked = {
      json: { url: someUrl, events: ['verification.completed'] },
      headers: { 'Idempotency-Key': 'webhook-once' },
    }
    const before = (await client.list()).length
    const made = await client.ask('', asked)
    const again = await client.ask('', asked)
    assert.deepEqual([made.status, again.status], [201, 201])
    assert.equal((await client.list()).length, before + 1)
  })

  test('is the same under both prefixes', async () => {
    const { id } = await client.register()
    const url = client.app.url.replace(/\/v1$/, '/api/v1')
    const { status, data } = await call(`${url}/webhooks/${id}`, { key: client.app.liveKey })
    assert.deepEqual([status, data], [200, await client.get(id)])
  })
})

describe('the list of webhooks', () => {
  const client = openedBefore(openWebhookClient)

  test('goes from page to page, newest first, each as it is shown alone', async () => {
    const made: string[] = []
    for (let count = 0; count < 5; count += 1) {
      client.app.clock.advance(1)
      made.unshift((await client.register({ description: `no. ${count}` })).id)
    }
    const { data } = await client.ask('?limit=3')
    const first = data.items as readonly Record<string, unknown>[]
    const rest = await client.list(`limit=2&cursor=${data.next_cursor}`)
    assert.deepEqual(
      [...first, ...rest].map(({ id }) => id),
      made,
    )
    for (const one of [...first, ...rest]) {
      assert.deepEqual(one, await client.get(String(one.id)))
    }
    assert.equal((await client.ask('?limit=5')).data.next_cursor, null)
  })

  test('is that of the key’s own environment, as is everything else', async () => {
    const { app } = client
    const { id } = await client.register()
    const key = app.sandboxKey
    const json = { url: someUrl, events: ['verification.completed'] }
    const sandbox = await client.ask('', { key, json })
    assert.equal(sandbox.status, 201)
    const { data } = await client.ask('', { key })
    assert.deepEqual(
      (data.items as readonly Record<string, unknown>[]).map((one) => one.id),
      [sandbox.data.id],
    )
    assert.ok((await client.list()).every((one) => one.id !== sandbox.data.id))
    const attempts = [
      client.ask(`/${id}`, { key }),
      client.ask(`/${id}`, { key, method: 'PATCH', json: { active: false } }),
      client.ask(`/${id}`, { key, method: 'DELETE' }),
      client.ask(`/${id}/test`, { key, method: 'POST' }),
      client.ask(`/${id}/rotate-secret`, { key, method: 'POST' }),
    ]
    for (const { status, error } of await Promise.all(attempts)) {
      assert.deepEqual([status, error.code], [404, 'not_found'])
    }
    assert.deepEqual((await client.get(id)).active, true)
  })

  test('holds as many as an environment may have, until one is deleted', async () => {
    const { length } = await client.list()
    const made = []
    for (let count = length; count < webhooksMax; count += 1) made.push(await client.register())
    const json = { url: someUrl, events: ['verification.completed'] }
    const refused = await client.ask('', { json })
    assert.deepEqual([refused.status, refused.error.code], [409, 'conflict'])
    assert.match(refused.error.message, /50 webhooks in the live environment/)
    assert.equal((await client.ask('', { key: client.app.sandboxKey, json })).status, 201)
    await client.remove(made[0]?.id ?? '')
    await client.register()
  })
})
