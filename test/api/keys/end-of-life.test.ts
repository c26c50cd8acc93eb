// Not again on PostgreSQL: test/store and flow/on-postgres.test.ts send its statements there.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openAppliance } from '../../../server/appliance.ts'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { createKey } from '../../../server/keys/create-key.ts'
import { scopes, scopesDefault } from '../../../server/keys/key.ts'
import { revokeKey } from '../../../server/keys/revoke-key.ts'
import { call } from '../../support/api-client.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { openKeyClient } from './key-client.ts'

describe('the end of a key', () => {
  const client = openedBefore(openKeyClient)

  test('comes with its revocation, on the very next request', async () => {
    const { id, key } = await client.create()
    assert.equal(await client.statusOf(key), 200)
    const { status, data } = await client.revoke(id)
    assert.deepEqual([status, data.status], [200, 'revoked'])
    assert.equal(data.revoked_at, new Date(client.app.clock.now()).toISOString())
    assert.equal(await client.statusOf(key), 401)
  })

  test('is noted once, however often it is asked for', async () => {
    const { id } = await client.create()
    const first = await client.revoke(id)
    client.app.clock.advance(1000)
    const second = await client.revoke(id)
    assert.deepEqual([second.status, second.data.revoked_at], [200, first.data.revoked_at])
  })

  test('can be brought about by the key itself', async () => {
    const { id, key } = await client.create({ scopes: ['keys.manage'] })
    assert.equal((await client.revoke(id, key)).status, 200)
    assert.equal((await client.revoke(id, key)).status, 401)
  })

  test('comes at the instant of its expiry, not before', async () => {
    const { app } = client
    const expires_at = new Date(app.clock.now() + 60_000).toISOString()
    const { id, key } = await client.create({ expires_at })
    app.clock.advance(59_999)
    assert.equal(await client.statusOf(key), 200)
    app.clock.advance(1)
    assert.equal(await client.statusOf(key), 401)
    const listed = (await client.list()).find((item) => item.id === id)
    assert.equal(listed?.status, 'expired')
  })

  test('is reported in the same words whatever the reason', async () => {
    const { app } = client
    const revoked = await client.create()
    await client.revoke(revoked.id)
    const expired = await client.create({ expires_at: new Date(app.clock.now() + 1).toISOString() })
    app.clock.advance(1)
    const messages = new Set<string>()
    for (const key of [revoked.key, expired.key, `${expired.key}x`, undefined]) {
      const asked = key === undefined ? {} : { key }
      const { status, error, headers } = await call(`${app.url}/kyc/verifications`, asked)
      assert.deepEqual([status, error.code], [401, 'unauthenticated'])
      assert.equal(headers.get('WWW-Authenticate'), 'Bearer')
      messages.add(error.message)
    }
    assert.equal(messages.size, 1)
  })
})

describe('another process on the same folder', () => {
  test('revokes a key for the very next request, and makes one that works at once', async (t) => {
    const client = await openKeyClient()
    t.after(() => client.app.close())
    const { config, secrets, log, clock } = client.app.appliance
    const other = await openAppliance({ config, secrets }, { log, clock })
    t.after(() => other.close())
    const { id, key } = await client.create()
    assert.equal(await client.statusOf(key), 200)
    await revokeKey(other, fromCommandLine, id)
    assert.equal(await client.statusOf(key), 401)
    const asked = { name: 'Elsewhere', environment: 'live', scopes: scopesDefault } as const
    const made = await createKey(other, fromCommandLine, {
      ...asked,
      allowedCidrs: [],
      expiresAt: undefined,
    })
    assert.equal(await client.statusOf(made.text), 200)
    assert.ok((await client.list()).some((item) => item.id === made.key.id))
  })
})

describe('a key for some networks', () => {
  const client = openedBefore(() =>
    openKeyClient({ settings: { SVC_TRUSTED_PROXIES: '127.0.0.0/8' } }),
  )

  test('works from there and nowhere else', async () => {
    const { key } = await client.create({ scopes, allowed_cidrs: ['10.1.0.0/16', '2001:db8::/32'] })
    const from = (address: string) => client.statusOf(key, { 'X-Forwarded-For': address })
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '2001:db8::7', '1.2.3.4, 10.1.2.3']) {
      assert.equal(await from(address), 200, address)
    }
    for (const address of ['10.2.0.1', '2001:db9::7', 'nonsense', '10.1.2.3, 10.2.0.1']) {
      assert.equal(await from(address), 403, address)
    }
    assert.equal(await client.statusOf(key), 403)
  })

  test("is reported, and does not count towards its owner's rate limit", async () => {
    const { key } = await client.create({ allowed_cidrs: ['10.1.0.0/16'] })
    const ask = (address: string) =>
      call(`${client.app.url}/kyc/verifications`, { key, headers: { 'X-Forwarded-For': address } })
    const remaining = async () => (await ask('10.1.2.3')).headers.get('X-RateLimit-Remaining')
    const before = Number(await remaining())
    const { status, error } = await ask('192.0.2.1')
    assert.deepEqual([status, error.code], [403, 'address_not_allowed'])
    assert.equal(Number(await remaining()), before - 1)
  })
})
