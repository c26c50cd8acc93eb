// Not again on PostgreSQL: test/store and flow/on-postgres.test.ts send its statements there.
//
// An approval beside which the provider suspects fraud is none: a person looks at it, and the client hears why.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { call } from '../../support/api-client.ts'
import { claimed, specimenForm } from '../../support/images/specimens.ts'
import { readDetail, startForTest } from '../../support/running-appliance.ts'
import { startLedgerReceiver } from '../../support/scenes/delivery-scene.ts'

test('a verification whose provider suspects fraud waits for a reviewer, and its client hears why', async (t) => {
  const app = await startForTest(t)
  const receiver = await startLedgerReceiver(t, app.clock)
  const hook = { url: `${receiver.url}/hook`, events: ['verification.failed'] }
  await call(`${app.url}/webhooks`, { key: app.liveKey, json: hook })
  const fields = { ...claimed, id_number: 'DEMO-FRAUD', score_requested: 'true' }
  const submitted = await call(`${app.url}/kyc/verify`, {
    key: app.liveKey,
    body: specimenForm(fields),
  })
  const detail = await app.finish(String(submitted.data.id))
  const reason = {
    code: 'fraud_suspected',
    message:
      'The provider verified the person, but suspects fraud, so it was not accepted. Review by hand.',
    retry_allowed: false,
  }
  assert.deepEqual([detail.status, detail.reasons, detail.score], ['error', [reason], null])
  const review = detail.review as { state: string; causes: readonly string[] }
  assert.deepEqual([review.state, review.causes], ['open', ['error', 'fraud']])
  const { Antifraud } = detail.smile_result as { Antifraud: { summary: unknown } }
  assert.deepEqual(Antifraud.summary, { fraud_detected: true, fraud_sources: ['smile_secure'] })
  await app.server.deliveries.idle()
  const [arrival] = receiver.arrivals
  assert.equal(arrival?.json.event, 'verification.failed')
  assert.deepEqual(arrival?.json.data.reasons, [reason])
})

test('fraud that is found after an approval leaves it, and a reviewer looks at it', async (t) => {
  const app = await startForTest(t)
  const body = specimenForm({ ...claimed, id_number: 'DEMO-FRAUD-LATER' })
  const { data } = await call(`${app.url}/kyc/verify`, { key: app.liveKey, body })
  const id = String(data.id)
  const before = await app.finish(id)
  assert.deepEqual([before.status, before.review], ['approved', null])
  app.clock.advance(5_000)
  await app.simulator.callbacksSettled()
  await app.server.jobs.idle()
  const { review, ...after } = await readDetail(app.url, app.liveKey, id)
  assert.deepEqual({ ...after, review: null }, before)
  assert.deepEqual((review as { readonly causes: unknown }).causes, ['late_result', 'fraud'])
})
