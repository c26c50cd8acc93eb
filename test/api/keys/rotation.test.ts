// Not again on PostgreSQL: test/store and flow/on-postgres.test.ts send its statements there.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { setKeyExpiry } from '../../../server/keys/key-store.ts'
import { rotateKey } from '../../../server/keys/rotate-key.ts'
import { call } from '../../support/api-client.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { openKeyClient } from './key-client.ts'

const hourMs = 60 * 60 * 1000

describe('rotating a key', () => {
  const client = openedBefore(openKeyClient)

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

describe('a key with an expiry that rotates keys over REST', () => {
  const client = openedBefore(openKeyClient)

  const managing = ['keys.manage', 'kyc.read']
  const inHours = (hours: number) => new Date(client.app.clock.now() + hours * hourMs).toISOString()
  const create = async (expires_at: string, maker = client.manager) => {
    const json = { name: 'Till', scopes: managing, expires_at }
    const { status, data, text } = await call(`${client.app.url}/keys`, { key: maker, json })
    assert.equal(status, 201, text)
    return { id: String(data.id), key: String(data.key) }
  }
  const rotateAs = async (key: string, id: string, grace_seconds = 0) => {
    const url = `${client.app.url}/keys/${id}/rotate`
    const { data, ...answer } = await call(url, { key, json: { grace_seconds } })
    return { ...answer, data, id: String(data.id), key: String(data.key) }
  }

  test('never outlives itself, however often it does so', async () => {
    const end = inHours(3)
    let key = await create(end)
    for (let hour = 0; hour < 3; hour += 1) {
      const next = await rotateAs(key.key, key.id)
      assert.deepEqual([next.status, next.data.expires_at], [201, end])
      assert.equal(await client.statusOf(next.key), 200)
      client.app.clock.advance(hourMs)
      key = next
    }
    assert.equal(await client.statusOf(key.key), 401)
  })

  test('never outlives its maker', async () => {
    const end = inHours(2)
    const parent = await create(end)
    const child = await create(end, parent.key)
    const grandchild = await create(end, child.key)
    client.app.clock.advance(hourMs)
    const successor = await rotateAs(child.key, child.id, 60)
    const itsSuccessor = await rotateAs(successor.key, successor.id)
    assert.deepEqual([successor.data.expires_at, itsSuccessor.data.expires_at], [end, end])
    const other = await rotateAs(itsSuccessor.key, grandchild.id)
    assert.deepEqual([other.status, other.error.code], [409, 'conflict'])
  })

  test('is held to a living maker, where an earlier version let it live on', async () => {
    const parent = await create(inHours(2))
    const child = await create(inHours(2), parent.key)
    await inTransaction(client.app.appliance.db, (trx) =>
      setKeyExpiry(trx, child.id, client.app.clock.now() + 9 * hourMs),
    )
    const successor = await rotateAs(child.key, child.id)
    assert.equal(successor.data.expires_at, inHours(2))
  })

  test('gets its whole length of life again from an operator', async () => {
    const { app } = client
    const key = await create(inHours(4))
    app.clock.advance(hourMs)
    const own = await rotateAs(key.key, key.id)
    app.clock.advance(hourMs)
    const again = await rotateAs(own.key, own.id)
    app.clock.advance(hourMs)
    const renewed = await rotateKey(app.appliance, fromCommandLine, { id: again.id, graceMs: 0 })
    assert.equal(renewed.key.expiresAt, app.clock.now() + 4 * hourMs)
  })
})
