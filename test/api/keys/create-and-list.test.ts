import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { environmentOfKeyText, scopesDefault } from '../../../server/keys/key.ts'
import { call } from '../../support/api-client.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { openKeyClient } from './key-client.ts'

describe('a key made over REST', () => {
  const client = openedBefore(openKeyClient)

  test('is shown with its text, works, and has what nobody asked for by default', async () => {
    const { id, key, hint, created_by_key: maker, ...rest } = await client.create()
    assert.match(id, /^key_[0-9a-z]{26}$/)
    assert.equal(environmentOfKeyText(key), 'live')
    assert.equal(hint, `svc_live_${key.slice(9, 13)}…${key.slice(-4)}`)
    assert.deepEqual(rest, {
      name: 'Branch office',
      environment: 'live',
      scopes: scopesDefault,
      allowed_cidrs: [],
      status: 'active',
      created_at: new Date(client.app.clock.now()).toISOString(),
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
    })
    assert.match(String(maker), /^key_/)
    assert.equal(await client.statusOf(key), 200)
  })

  test('has what was asked for', async () => {
    const asked = {
      name: 'Dakar № 7',
      environment: 'live',
      scopes: ['kyc.read', 'usage.read'],
      allowed_cidrs: ['127.0.0.0/8', '2001:db8::/32'],
      expires_at: '2027-01-31T00:00:00.000Z',
    }
    const created = await client.create(asked)
    const { id, key, ...shown } = created
    for (const [name, value] of Object.entries(asked)) assert.deepEqual(shown[name], value, name)
    assert.equal(await client.statusOf(key), 200)
    const listed = (await client.list()).find((item) => item.id === id)
    assert.deepEqual({ ...listed, last_used_at: null }, { id, ...shown })
  })

  test('is listed newest first, page by page, and never with its text', async () => {
    const made = []
    for (let index = 0; index < 5; index += 1) {
      client.app.clock.advance(1)
      made.unshift(await client.create({ name: `key ${index}` }))
    }
    const { data } = await call(`${client.app.url}/keys?limit=3`, { key: client.manager })
    const first = data.items as readonly Record<string, unknown>[]
    const rest = await client.list(`limit=2&cursor=${data.next_cursor}`)
    const ids = [...first, ...rest].map(({ id }) => id)
    assert.deepEqual(
      ids,
      made.map(({ id }) => id),
    )
    assert.ok([...first, ...rest].every((item) => !('key' in item)))
  })

  test('appears as text in the answer that makes it, and nowhere else', async () => {
    const { app, manager } = client
    const json = { name: 'Once' }
    const headers = { 'Idempotency-Key': 'once' }
    const made = await call(`${app.url}/keys`, { key: manager, json, headers })
    await call(`${app.url}/keys`, { key: manager, json, headers })
    assert.equal(made.status, 201)
    const key = String(made.data.key)
    assert.equal((await client.list()).filter(({ name }) => name === 'Once').length, 1)

    const own = await call(`${app.url}/kyc/verifications`, { key })
    const rotated = await client.rotate(String(made.data.id))
    const revoked = await client.revoke(String(made.data.id))
    const listed = await call(`${app.url}/keys?limit=100`, { key: manager })
    const secret = key.slice('svc_live_'.length)
    for (const { text, headers } of [own, rotated, revoked, listed]) {
      assert.ok(!(text + JSON.stringify([...headers])).includes(secret))
    }
    assert.ok(!app.logLines.join('').includes(secret))
  })

  test('shows when it was last used, to the minute', async () => {
    const { id, key } = await client.create({ name: 'In use' })
    const stateOf = async () => (await client.list()).find((item) => item.id === id)
    assert.equal((await stateOf())?.last_used_at, null)
    await client.statusOf(key)
    // Nobody waits for the note of a use; a later write has to wait for it.
    await client.create()
    const used = new Date(client.app.clock.now()).toISOString()
    assert.equal((await stateOf())?.last_used_at, used)
  })
})
