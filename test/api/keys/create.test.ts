import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { listAuditEntries } from '../../../server/audit/audit-view.ts'
import { createKey } from '../../../server/keys/create-key.ts'
import { environmentOfKeyText, scopesDefault } from '../../../server/keys/key.ts'
import { call } from '../../support/api-client.ts'
import { newKey } from '../../support/api-key.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { openKeyClient } from './key-client.ts'

describe('keys that a key made', () => {
  const client = openedBefore(openKeyClient)

  const make = (key: string, json: object) => call(`${client.app.url}/keys`, { key, json })
  const idsOf = (value: unknown) => [...(value as readonly string[])].toSorted()
  const manager = { scopes: ['keys.manage', 'kyc.read'] }

  test('have no more scopes than it, over whatever way', async () => {
    const keysOnly = await client.create({ scopes: ['keys.manage'] })
    for (const json of [{ name: 'All' }, { name: 'Read', scopes: ['kyc.read'] }]) {
      const { status, error } = await make(keysOnly.key, json)
      assert.deepEqual([status, error.code], [403, 'missing_scope'])
    }
    assert.match(
      (await make(keysOnly.key, { name: 'R', scopes: ['kyc.read'] })).error.message,
      /kyc\.read/,
    )
    const reader = await client.create({ scopes: ['kyc.read'] })
    const rotated = await call(`${client.app.url}/keys/${reader.id}/rotate`, {
      key: keysOnly.key,
      method: 'POST',
    })
    assert.deepEqual([rotated.status, rotated.error.code], [403, 'missing_scope'])
    assert.equal(await client.statusOf(reader.key), 200)
  })

  test('are good for its networks and its time unless they name narrower ones', async () => {
    const bounds = {
      allowed_cidrs: ['127.0.0.0/8', '10.0.0.0/8'],
      expires_at: '2027-01-31T00:00:00.000Z',
    }
    const maker = await client.create({ ...manager, ...bounds })
    const inherited = await make(maker.key, { name: 'Same' })
    assert.equal(inherited.status, 201, inherited.text)
    const { allowed_cidrs, expires_at, scopes } = inherited.data
    assert.deepEqual({ allowed_cidrs, expires_at, scopes }, { ...bounds, scopes: ['kyc.read'] })
    const narrow = { allowed_cidrs: ['10.1.0.0/16'], expires_at: '2026-12-31T00:00:00.000Z' }
    assert.equal((await make(maker.key, { name: 'Narrow', ...narrow })).status, 201)
    const wide = { allowed_cidrs: ['0.0.0.0/0'], expires_at: '2028-01-01T00:00:00.000Z' }
    const { status, error } = await make(maker.key, { name: 'Wide', ...wide })
    assert.equal(status, 400)
    const params = error.details?.map(({ param }) => param)
    assert.deepEqual(params, ['allowed_cidrs.0', 'expires_at'])
  })

  test('may have more scopes if an operator marked their creator as unrestricted', async () => {
    const { appliance } = client.app
    const asked = newKey({ scopes: ['keys.manage'] })
    const marked = await createKey(appliance, fromCommandLine, asked, { isUnrestricted: true })
    const child = await make(marked.text, { name: 'Child', scopes: ['kyc.read', 'keys.manage'] })
    assert.equal(child.status, 201, child.text)
    assert.equal(child.data.unrestricted, undefined)
    assert.equal(await client.statusOf(String(child.data.key)), 200)
    // The mark is not handed on.
    const grandchild = await make(String(child.data.key), { name: 'G', scopes: ['kyc.verify'] })
    assert.equal(grandchild.status, 403)
  })

  test('do not become unrestricted by the rotation of another key', async () => {
    const { appliance } = client.app
    const asked = newKey({ scopes: ['keys.manage'] })
    const marked = await createKey(appliance, fromCommandLine, asked, { isUnrestricted: true })
    const plain = await client.create({ scopes: ['keys.manage'] })
    const url = `${client.app.url}/keys/${marked.key.id}/rotate`
    const { status, error } = await call(url, { key: plain.key, method: 'POST' })
    assert.deepEqual([status, error.code], [409, 'conflict'])
    const own = await call(url, { key: marked.text, method: 'POST' })
    assert.deepEqual([own.status, own.data.unrestricted], [201, true])
  })

  test('are listed and keep working when it is revoked, and are revoked on request', async () => {
    const maker = await client.create(manager)
    const child = (await make(maker.key, { name: 'Child', ...manager })).data
    const grandchild = (await make(String(child.key), { name: 'Grandchild' })).data
    const successor = (await client.rotate(String(grandchild.id))).data
    const other = await client.create()
    const kin = [child.id, grandchild.id, successor.id].map(String).toSorted()

    const left = await client.revoke(maker.id)
    assert.deepEqual(left.data.revoked_children, [])
    assert.deepEqual(idsOf(left.data.remaining_children), kin)
    assert.equal(await client.statusOf(String(child.key)), 200)

    const url = `${client.app.url}/keys/${maker.id}?revoke_children=true`
    const gone = await call(url, { key: client.manager, method: 'DELETE' })
    assert.equal(gone.status, 200, gone.text)
    assert.deepEqual(idsOf(gone.data.revoked_children), kin)
    assert.deepEqual(gone.data.remaining_children, [])
    for (const { key } of [child, grandchild, successor]) {
      assert.equal(await client.statusOf(String(key)), 401)
    }
    assert.equal(await client.statusOf(other.key), 200)
  })

  test('of a key before its rotation are its own', async () => {
    const maker = await client.create(manager)
    const child = (await make(maker.key, { name: 'Child' })).data
    const successor = (await client.rotate(maker.id)).data
    const { data } = await client.revoke(String(successor.id))
    assert.deepEqual(data.remaining_children, [child.id])
  })

  test('are listed with the successor that it created by rotating itself', async () => {
    const maker = await client.create(manager)
    const url = `${client.app.url}/keys/${maker.id}/rotate`
    const successor = (await call(url, { key: maker.key, method: 'POST' })).data
    const child = (await make(String(successor.key), { name: 'Child' })).data
    const { data } = await client.revoke(maker.id)
    assert.deepEqual(
      idsOf(data.remaining_children),
      [successor.id, child.id].map(String).toSorted(),
    )
  })

  test('are asked about in words that are true or false', async () => {
    const { id } = await client.create()
    const url = `${client.app.url}/keys/${id}?revoke_children=perhaps`
    const { status, error } = await call(url, { key: client.manager, method: 'DELETE' })
    assert.deepEqual([status, error.param], [400, 'revoke_children'])
  })

  test('stand in the audit log with what they may do, from where and until when', async () => {
    const bounds = { allowed_cidrs: ['127.0.0.0/8'], expires_at: '2027-01-31T00:00:00.000Z' }
    const maker = await client.create({ ...manager, ...bounds })
    const child = (await make(maker.key, { name: 'Child' })).data
    await call(`${client.app.url}/keys/${maker.id}?revoke_children=1`, {
      key: client.manager,
      method: 'DELETE',
    })
    const page = { limit: 10, after: undefined }
    const { reader } = client.app.appliance.db
    const entries = await listAuditEntries(reader, { subjectId: String(child.id) }, page)
    const told = {
      environment: 'live',
      scopes: ['kyc.read'],
      allowed_cidrs: bounds.allowed_cidrs,
      expires_at: Date.parse(bounds.expires_at),
    }
    assert.deepEqual(
      entries.map(({ action, actor, details }) => [action, actor.kind, details]),
      [
        ['key.revoked', 'api_key', { ...told, made_by: maker.id }],
        ['key.created', 'api_key', told],
      ],
    )
  })
})

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
    const lastUse = async () => (await client.list()).find((item) => item.id === id)?.last_used_at
    assert.equal(await lastUse(), null)
    await client.statusOf(key)
    const used = new Date(client.app.clock.now()).toISOString()
    let shown = await lastUse()
    // The use is written after the answer.
    for (let tries = 0; tries < 1_000 && shown === null; tries += 1) shown = await lastUse()
    assert.equal(shown, used)
  })
})
