// Not again on PostgreSQL: key-approvals.test.ts sends its statements there.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { call } from '../../support/api-client.ts'
import {
  fieldsOf,
  itemsOf,
  nowIn,
  openOperatorScene,
  outliveProof,
} from '../../support/scenes/operator-scene.ts'

const wanted = { name: 'Core banking', environment: 'live', scopes: ['kyc.read'] }

test('a key created in the console works, is shown once, and is listed with its last use', async (t) => {
  const scene = await openOperatorScene(t)
  const { administrator } = scene.clients
  const made = await fieldsOf(administrator.post('/keys', wanted), 201)
  const list = `${scene.url}/kyc/verifications`
  assert.equal((await call(list, { key: String(made.key) })).status, 200)
  const find = async () =>
    (await itemsOf(administrator.get('/keys'))).find(({ id }) => id === made.id)
  let found = await find()
  // The use is written after the answer.
  for (let tries = 0; tries < 1_000 && found?.last_used_at === null; tries += 1)
    found = await find()
  assert.equal(found?.name, 'Core banking')
  assert.equal(found?.last_used_at, nowIn(scene))
  assert.doesNotMatch((await administrator.get('/keys')).text, new RegExp(String(made.key)))
})

test('the list of keys is of one environment, live unless said', async (t) => {
  const { clients } = await openOperatorScene(t)
  const of = async (query: string) =>
    (await itemsOf(clients.developer.get(`/keys${query}`))).map(({ environment }) => environment)
  assert.deepEqual(await of(''), ['live'])
  assert.deepEqual(await of('?environment=live'), ['live'])
  assert.deepEqual(await of('?environment=sandbox'), ['sandbox'])
  const { status, error } = await clients.developer.get('/keys?environment=test')
  assert.deepEqual([status, error.details?.[0]?.param], [400, 'environment'])
})

test('one key is read by its id, whatever its environment', async (t) => {
  const { clients } = await openOperatorScene(t)
  const [sandbox] = await itemsOf(clients.developer.get('/keys?environment=sandbox'))
  const path = `/keys/${String(sandbox?.id)}`
  assert.deepEqual(await fieldsOf(clients.auditor.get(path)), sandbox)
  assert.equal((await clients.reviewer.get(path)).error.code, 'missing_permission')
  const { status, error } = await clients.developer.get(`/keys/key_${'0'.repeat(26)}`)
  assert.deepEqual([status, error.code], [404, 'not_found'])
})

test('rotating gives a successor and leaves the old key its grace; revoking ends one', async (t) => {
  const scene = await openOperatorScene(t)
  const { developer } = scene.clients
  const old = await fieldsOf(developer.post('/keys', wanted), 201)
  const rotated = await fieldsOf(
    developer.post(`/keys/${old.id}/rotate`, { grace_seconds: 60 }),
    201,
  )
  assert.equal(rotated.rotated_from, old.id)
  const list = `${scene.url}/kyc/verifications`
  assert.equal((await call(list, { key: String(old.key) })).status, 200)
  scene.clock.advance(61_000)
  assert.equal((await call(list, { key: String(old.key) })).status, 401)
  const revoked = await fieldsOf(developer.send('DELETE', `/keys/${rotated.id}`))
  assert.equal(revoked.status, 'revoked')
  assert.equal((await call(list, { key: String(rotated.key) })).status, 401)
})

test('how long a rotated key goes on working is what the settings say', async (t) => {
  const { clients } = await openOperatorScene(t, { settings: { SVC_KEY_ROTATION_GRACE: '36h' } })
  const rule = await fieldsOf(clients.auditor.get('/keys/rotation'))
  assert.deepEqual(rule, { grace_seconds: 36 * 3600 })
})

test('making, rotating and revoking a key ask for a fresh proof', async (t) => {
  const scene = await openOperatorScene(t)
  const { administrator } = scene.clients
  const { id } = await fieldsOf(administrator.post('/keys', wanted), 201)
  outliveProof(scene)
  for (const asked of [
    administrator.post('/keys', wanted),
    administrator.post(`/keys/${id}/rotate`),
    administrator.send('DELETE', `/keys/${id}`),
  ]) {
    assert.equal((await asked).error.code, 'confirmation_required')
  }
})

test('creating, rotating and revoking a key is audited, by API keys and by users', async (t) => {
  const scene = await openOperatorScene(t)
  const { user } = await fieldsOf(scene.clients.developer.get('/me'))
  const made = await fieldsOf(scene.clients.developer.post('/keys', wanted), 201)
  const managing = await scene.key('live', ['keys.manage', 'kyc.read'])
  const rotated = await fieldsOf(
    call(`${scene.url}/keys/${made.id}/rotate`, { key: managing, method: 'POST' }),
    201,
  )
  await fieldsOf(call(`${scene.url}/keys/${rotated.id}`, { key: managing, method: 'DELETE' }))
  const [creation] = (await scene.audited('key.created')).filter(
    ({ subject }) => subject?.id === made.id,
  )
  const { id } = user as { readonly id: string }
  assert.deepEqual(creation?.actor, { kind: 'user', id })
  const [rotation] = await scene.audited('key.rotated')
  assert.equal(rotation?.actor.kind, 'api_key')
  assert.deepEqual([rotation?.subject?.id, rotation?.details.result_id], [made.id, rotated.id])
  const [end] = await scene.audited('key.revoked')
  assert.deepEqual([end?.actor.kind, end?.subject?.id], ['api_key', rotated.id])
})

test('what was refused is not written down as done', async (t) => {
  const scene = await openOperatorScene(t)
  const before = (await scene.audited('key.created')).length
  await scene.clients.developer.post('/keys', { name: '' })
  await scene.clients.developer.send('DELETE', `/keys/key_${'0'.repeat(26)}`)
  assert.equal((await scene.audited('key.created')).length, before)
  assert.deepEqual(await scene.audited('key.revoked'), [])
})
