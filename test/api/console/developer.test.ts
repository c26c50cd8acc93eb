// Not again on PostgreSQL: search.test.ts and seen-before.test.ts send its statements there.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf } from '../../support/scenes/review-steps.ts'
import { startWork } from '../../support/scenes/work-scene.ts'
import { person, verifyInSandbox } from '../verifications/sandbox-client.ts'

const idsOf = ({ data }: { readonly data: Readonly<Record<string, unknown>> }) =>
  (data.items as readonly { readonly id: string }[]).map(({ id }) => id)

test('a developer sees a verification of the sandbox whole, and each look is recorded', async (t) => {
  const scene = await startWork(t)
  const koffi = await scene.reviewer('koffi', 'developer')
  const hook = { url: 'https://127.0.0.1:9443/svc', events: ['verification.completed'] }
  await koffi.post('/webhooks', { ...hook, environment: 'sandbox' })
  const { id } = (await verifyInSandbox(scene, { external_ref: 'client-1' })).data
  const path = `/verifications/${String(id)}`
  assert.deepEqual(idsOf(await koffi.get('/verifications')), [id])
  assert.deepEqual(
    idsOf(await koffi.post('/verifications/find', { id_number: person.id_number })),
    [id],
  )
  assert.deepEqual(idsOf(await koffi.post('/search', { q: 'client-1' })), [id])
  const { data } = await koffi.get(path)
  assert.equal(data.status, 'approved')
  const [delivery] = data.deliveries as readonly { readonly event: string }[]
  assert.equal(delivery?.event, 'verification.completed')
  const moments = data.time_line as readonly { readonly kind: string }[]
  assert.ok(moments.some(({ kind }) => kind === 'webhook_queued'))
  assert.equal((await koffi.get(`${path}/seen-before`)).status, 200)
  assert.equal(codeOf(await koffi.post(`${path}/reveal`)), '400 invalid_request')
  const revealed = await koffi.post(`${path}/reveal`, { reason: 'integration' })
  const { claims } = revealed.data as { readonly claims: Readonly<Record<string, unknown>> }
  assert.equal(claims.last_name, person.last_name)
  assert.deepEqual(await scene.audited(String(id)), [
    ['verification.viewed', {}],
    ['verification.personal_details_viewed', { reason: 'integration' }],
  ])
})

test('to a developer a live verification does not exist, by any route', async (t) => {
  const scene = await startWork(t)
  const koffi = await scene.reviewer('koffi', 'developer')
  const id = await scene.verified(undefined, { external_ref: 'client-2' })
  const path = `/verifications/${id}`
  assert.equal(codeOf(await koffi.get(path)), '404 not_found')
  assert.equal(codeOf(await koffi.get(`${path}/seen-before`)), '404 not_found')
  assert.equal(codeOf(await koffi.post(`${path}/reveal`, { reason: 'audit' })), '404 not_found')
  assert.deepEqual(idsOf(await koffi.get('/verifications')), [])
  for (const q of [id, id.slice(-6), 'client-2', '2751199400042']) {
    assert.deepEqual(idsOf(await koffi.post('/search', { q })), [], q)
  }
  for (const refused of [
    koffi.get('/verifications?environment=live'),
    koffi.post('/verifications/find', { environment: 'live', id_number: '2751199400042' }),
    koffi.get(`${path}/pictures/front?reason=audit`),
    koffi.post(`${path}/case-file`, { reason: 'audit' }),
    koffi.get(`${path}/retention`),
    koffi.post('/verifications/export', { environment: 'sandbox' }),
  ]) {
    assert.equal(codeOf(await refused), '403 missing_permission')
  }
  assert.deepEqual(await scene.audited(id), [])
})

test('to test the integration is no reason to look at a customer', async (t) => {
  const scene = await startWork(t)
  const id = await scene.verified()
  const refused = await scene.awa.post(`/verifications/${id}/reveal`, { reason: 'integration' })
  assert.equal(codeOf(refused), '400 invalid_request')
  assert.match(refused.text, /sandbox alone/)
  const body = { environment: 'sandbox', purpose: 'integration' }
  const exported = await scene.awa.post('/verifications/export/personal', body)
  assert.equal(codeOf(exported), '400 invalid_request')
})
