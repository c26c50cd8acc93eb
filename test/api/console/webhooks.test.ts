// Not again on PostgreSQL: webhook-approvals.test.ts and test/api/webhooks send its statements there.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import { publishEvent } from '../../../server/deliveries/publish-event.ts'
import { call } from '../../support/api-client.ts'
import { goodPassword } from '../../support/console-client.ts'
import { aDelivery, aFailedDelivery, keepDeliveries } from '../../support/deliveries.ts'
import { openedBefore } from '../../support/opened-before.ts'
import {
  fieldsOf,
  itemsOf,
  nowIn,
  type OperatorScene,
  openOperatorScene,
  openOperators,
  outliveProof,
} from '../../support/scenes/operator-scene.ts'
import { receiverFor } from '../webhooks/webhook-client.ts'

const scene = openedBefore(() => openOperators())

const events = ['verification.completed']

async function registered(scene: OperatorScene, url: string, environment = 'live') {
  const asked = { url, events, environment }
  const made = await fieldsOf(scene.clients.developer.post('/webhooks', asked), 201)
  return { id: made.id, secret: made.secret, path: `/webhooks/${made.id}` }
}

test('a webhook is registered with its secret shown once, listed with its health, tested', async (t) => {
  const { developer, auditor } = scene.clients
  const receiver = await receiverFor(t, { status: 204 })
  const { id, secret, path } = await registered(scene, receiver.url)
  const tested = await fieldsOf(developer.post(`${path}/test`))
  assert.deepEqual([tested.delivered, tested.status_code], [true, 204])
  const [listed] = await itemsOf(auditor.get('/webhooks'))
  const last_delivered_at = nowIn(scene)
  const last_day = { delivered: 0, failed: 0, more: false }
  const health = { state: 'well', pending: 0, due_since: null, last_delivered_at, last_day }
  assert.deepEqual([listed?.id, listed?.health], [id, health])
  assert.equal((await auditor.get('/webhooks')).text.includes(String(secret)), false)
  assert.deepEqual(await itemsOf(auditor.get('/webhooks?environment=sandbox')), [])
})

test('the form knows where plain http may go on this appliance', async (t) => {
  const plainHttpOf = async (settings: Readonly<Record<string, string>>) => {
    const { clients } = await openOperatorScene(t, { settings })
    return (await fieldsOf(clients.developer.get('/webhook-rules'))).plain_http
  }
  const none = { SVC_WEBHOOK_ALLOW_LOOPBACK: 'no' }
  assert.equal(await plainHttpOf(none), 'nowhere')
  assert.equal(await plainHttpOf({ ...none, SVC_WEBHOOK_ALLOW: 'hooks.bank.internal' }), 'nowhere')
  assert.equal(await plainHttpOf({ ...none, SVC_WEBHOOK_ALLOW: '10.1.0.0/16' }), 'networks')
  assert.equal(await plainHttpOf({ SVC_WEBHOOK_ALLOW_LOOPBACK: 'yes' }), 'loopback')
})

test('what became of the events of one day is counted, without tests and what is older', async (t) => {
  const scene = await openOperatorScene(t)
  const { developer } = scene.clients
  const receiver = await receiverFor(t, { status: 204 })
  const { id, path } = await registered(scene, receiver.url)
  await fieldsOf(developer.post(`${path}/test`))
  const now = scene.clock.now()
  const old = { createdAt: now - 25 * 3_600_000 }
  const recent = { createdAt: now - 23 * 3_600_000 }
  const delivered = { ...recent, state: 'delivered', finishedAt: now } as const
  await keepDeliveries(
    scene.appliance.db,
    aFailedDelivery(String(id), old),
    aFailedDelivery(String(id), recent),
    aFailedDelivery(String(id), { ...recent, eventType: 'verification.failed' }),
    aDelivery(String(id), delivered),
  )
  const { health } = await fieldsOf(developer.get(path))
  const { last_day } = health as { last_day: object }
  assert.deepEqual(last_day, { delivered: 1, failed: 2, more: false })
})

test('a delivery shows the request of each attempt, signed as it was sent, and the body of a test alone', async (t) => {
  const scene = await openOperatorScene(t)
  const { developer, auditor } = scene.clients
  const receiver = await receiverFor(t, { status: 500 })
  const { id, path } = await registered(scene, receiver.url)
  const { delivery_id } = await fieldsOf(developer.post(`${path}/test`))
  const detail = await fieldsOf(auditor.get(`${path}/deliveries/${delivery_id}`))
  const request = detail.request as { headers: Record<string, string>[]; body_bytes: number }
  const [sent] = receiver.received
  assert.ok(sent)
  const [shown = {}] = request.headers
  assert.match(shown['svc-signature'] ?? '', /^[0-9a-f]{64}$/)
  for (const [name, value] of Object.entries(shown)) {
    assert.equal(sent.headers[name], value, name)
  }
  assert.equal(request.body_bytes, sent.body.byteLength)
  assert.equal(detail.event, 'webhook.test')
  assert.equal((request as { body?: unknown }).body, sent.body.toString())
  const other = await publishAbout(scene, 'Awa Ndiaye')
  const [published] = await itemsOf(auditor.get(`${path}/deliveries?event=${other}`))
  const hidden = await fieldsOf(auditor.get(`${path}/deliveries/${published?.id}`))
  const { state, body } = hidden.request as { state: string; body: unknown }
  assert.deepEqual([state, body], ['made', null])
  assert.doesNotMatch(JSON.stringify(hidden), /Awa/)
  await inTransaction(scene.appliance.db, (trx) =>
    trx.updateTable('events').set({ body: null }).where('subject_id', '=', String(id)).execute(),
  )
  const without = await fieldsOf(auditor.get(`${path}/deliveries/${delivery_id}`))
  assert.deepEqual(without.request, { state: 'body_gone' })
  await fieldsOf(developer.send('DELETE', path))
  const after = await fieldsOf(auditor.get(`${path}/deliveries/${delivery_id}`))
  assert.deepEqual(after.request, { state: 'webhook_deleted' })
})

/** Publishes an event whose body names a person. */
async function publishAbout(scene: OperatorScene, name: string): Promise<string> {
  const type = 'verification.completed'
  await inTransaction(scene.appliance.db, (trx) =>
    publishEvent({ ...scene.appliance, wakeDeliveries: () => {} }, trx, {
      environment: 'live',
      type,
      subjectId: 'ver_00000000000000000000000000',
      payload: { name },
      dataKey: undefined,
    }),
  )
  return type
}

test('its log is read with filters, a delivery with its attempts, and sent again', async (t) => {
  const { developer } = scene.clients
  const receiver = await receiverFor(t, { status: 500 })
  const { path } = await registered(scene, receiver.url)
  const { delivery_id } = await fieldsOf(developer.post(`${path}/test`))
  assert.deepEqual(await itemsOf(developer.get(`${path}/deliveries?status=delivered`)), [])
  const [failed] = await itemsOf(developer.get(`${path}/deliveries?status=failed`))
  assert.equal(failed?.id, delivery_id)
  const detail = await fieldsOf(developer.get(`${path}/deliveries/${delivery_id}`))
  const [attempt] = detail.attempt_log as { status_code: number; error: string }[]
  assert.equal(attempt?.status_code, 500)
  const replayed = await fieldsOf(developer.post(`${path}/deliveries/${delivery_id}/replay`), 202)
  assert.deepEqual([replayed.status, replayed.replays], ['pending', 1])
  const [entry] = await scene.audited('webhook.replayed')
  assert.deepEqual(entry?.details, { count: 1, delivery_id })
})

test('a range is counted without a fresh proof and without a change, and replayed with one', async (t) => {
  const scene = await openOperatorScene(t)
  const { developer } = scene.clients
  const receiver = await receiverFor(t, { status: 500 })
  const { id, path } = await registered(scene, receiver.url)
  // A test of it is in its log, too, and is no part of any range.
  await fieldsOf(developer.post(`${path}/test`))
  await keepDeliveries(
    scene.appliance.db,
    aFailedDelivery(String(id), { createdAt: scene.clock.now() }),
  )
  scene.clock.advance(1000)
  const span = { created_to: nowIn(scene) }
  const replayed = await fieldsOf(developer.post(`${path}/deliveries/replay`, span), 202)
  assert.deepEqual([replayed.matched, replayed.replayed], [1, 1])
  outliveProof(scene)
  const refused = await developer.post(`${path}/deliveries/replay`, span)
  assert.equal(refused.error.code, 'confirmation_required')
  const count = await fieldsOf(developer.post(`${path}/deliveries/replay/count`, span))
  assert.deepEqual([count.dry_run, count.replayed], [true, 0])
  assert.equal((await scene.audited('webhook.replayed')).length, 1)
})

test('changing, rotating and deleting ask for a fresh proof; each is written down', async (t) => {
  const scene = await openOperatorScene(t)
  const { administrator } = scene.clients
  const { id, secret, path } = await registered(scene, 'https://127.0.0.1:9443/svc')
  const changed = await fieldsOf(
    administrator.send('PATCH', path, { json: { description: 'Core', active: false } }),
  )
  assert.equal((changed.health as { state: string }).state, 'inactive')
  const rotated = await fieldsOf(administrator.post(`${path}/rotate-secret`))
  assert.notEqual(rotated.secret, secret)
  outliveProof(scene)
  for (const method of ['PATCH', 'DELETE']) {
    const { error } = await administrator.send(method, path, method === 'PATCH' ? { json: {} } : {})
    assert.equal(error.code, 'confirmation_required')
  }
  const proof = { method: 'password', password: goodPassword }
  assert.equal((await administrator.post('/me/confirm', proof)).status, 204)
  await fieldsOf(administrator.send('DELETE', path))
  for (const action of ['created', 'updated', 'secret_rotated', 'deleted'] as const) {
    const [entry] = await scene.audited(`webhook.${action}`)
    assert.deepEqual([entry?.actor.kind, entry?.subject?.id], ['user', id], action)
  }
  const [update] = await scene.audited('webhook.updated')
  assert.deepEqual(update?.details.changed?.toSorted(), ['active', 'description'])
})

test('what clients do to their webhooks is written down under their key', async () => {
  const json = { url: 'https://127.0.0.1:9443/svc', events }
  const made = await fieldsOf(call(`${scene.url}/webhooks`, { key: scene.liveKey, json }), 201)
  const [entry] = await scene.audited('webhook.created')
  assert.deepEqual([entry?.actor.kind, entry?.subject?.id], ['api_key', made.id])
  assert.match(entry?.actor.id ?? '', /^key_/)
  assert.match(entry?.requestId ?? '', /^req_/)
})

test('alerts are listed for one environment', async (t) => {
  const { clients } = await openOperatorScene(t)
  assert.deepEqual(await itemsOf(clients.auditor.get('/webhook-alerts?environment=sandbox')), [])
  assert.equal((await clients.reviewer.get('/webhook-alerts')).error.code, 'missing_permission')
})
