import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type KeyClient, openKeyClient } from './key-client.ts'

const hourMs = 60 * 60 * 1000

describe('rotating a key', () => {
  let client: KeyClient
  before(async () => {
    client = await openKeyClient()
  })
  after(() => client.app.close())

  test('gives a successor with the same rights, and the old one a day', async () => {
    const { app } = client
    const asked = { name: 'Core', scopes: ['kyc.read'], allowed_cidrs: ['127.0.0.0/8'] }
    const old = await client.create(asked)
    const { status, data } = await client.rotate(old.id)
    assert.equal(status, 201)
    const successor = String(data.key)
    assert.notEqual(successor, old.key)
    assert.equal(data.rotated_from, old.id)
    for (const [name, value] of Object.entries(asked)) assert.deepEqual(data[name], value, name)
    assert.deepEqual([data.environment, data.expires_at], ['live', null])

    app.clock.advance(24 * hourMs - 1)
    assert.deepEqual([await client.statusOf(old.key), await client.statusOf(successor)], [200, 200])
    app.clock.advance(1)
    assert.deepEqual([await client.statusOf(old.key), await client.statusOf(successor)], [401, 200])
    const listed = (await client.list()).find(({ id }) => id === old.id)
    assert.equal(listed?.status, 'expired')
  })

  test('takes the grace that is asked for, to the millisecond', async () => {
    const old = await client.create()
    await client.rotate(old.id, { grace_seconds: 90 })
    client.app.clock.advance(89_999)
    assert.equal(await client.statusOf(old.key), 200)
    client.app.clock.advance(1)
    assert.equal(await client.statusOf(old.key), 401)
  })

  test('without grace ends the old key at once', async () => {
    const old = await client.create()
    const { data } = await client.rotate(old.id, { grace_seconds: 0 })
    assert.equal(await client.statusOf(old.key), 401)
    assert.equal(await client.statusOf(String(data.key)), 200)
    const listed = (await client.list()).find(({ id }) => id === old.id)
    assert.equal(listed?.status, 'revoked')
  })

  test('takes an empty object for no body', async () => {
    const old = await client.create()
    assert.equal((await client.rotate(old.id, {})).status, 201)
    client.app.clock.advance(24 * hourMs - 1)
    assert.equal(await client.statusOf(old.key), 200)
  })

  test('never prolongs a key, and gives its successor a life as long', async () => {
    const { app } = client
    const expires = app.clock.now() + hourMs
    const old = await client.create({ expires_at: new Date(expires).toISOString() })
    app.clock.advance(hourMs / 2)
    const { data } = await client.rotate(old.id)
    assert.equal(Date.parse(String(data.expires_at)), app.clock.now() + hourMs)
    app.clock.advance(hourMs / 2)
    assert.equal(await client.statusOf(old.key), 401)
    assert.equal(await client.statusOf(String(data.key)), 200)
  })

  test('is refused for a key that was rotated, and names its successor', async () => {
    const old = await client.create()
    const first = await client.rotate(old.id)
    const second = await client.rotate(old.id)
    assert.deepEqual([second.status, second.error.code], [409, 'conflict'])
    assert.ok(second.error.message.includes(String(first.data.id)))
    assert.equal((await client.rotate(String(first.data.id))).status, 201)
  })

  test('is refused for a key that has ended', async () => {
    const { app } = client
    const revoked = await client.create()
    await client.revoke(revoked.id)
    const expires_at = new Date(app.clock.now() + 1000).toISOString()
    const expired = await client.create({ expires_at })
    app.clock.advance(1000)
    for (const { id } of [revoked, expired]) {
      const { status, error } = await client.rotate(id)
      assert.deepEqual([status, error.code], [409, 'conflict'])
    }
  })

  test('takes as the default grace what the operator set', async (t) => {
    const other = await openKeyClient({ settings: { SVC_KEY_ROTATION_GRACE: '10m' } })
    t.after(() => other.app.close())
    const old = await other.create()
    await other.rotate(old.id)
    other.app.clock.advance(10 * 60 * 1000 - 1)
    assert.equal(await other.statusOf(old.key), 200)
    other.app.clock.advance(1)
    assert.equal(await other.statusOf(old.key), 401)
  })
})
