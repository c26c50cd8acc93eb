// Slow: completes a verification for each outcome.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { call } from '../../support/api-client.ts'
import { claimed, specimenForm } from '../../support/images/specimens.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { startAppliance } from '../../support/running-appliance.ts'
import { person } from '../verifications/sandbox-client.ts'
import { openUsageClient, type UsagePage } from './usage-client.ts'

describe('in the sandbox', () => {
  const client = openedBefore(openUsageClient)

  const typesOf = async (id: string) =>
    (await client.list(`verification_id=${id}`)).items.map(({ source }) => source).toSorted()

  for (const outcome of ['approved', 'declined', 'error', 'scoring_unavailable']) {
    test(`a submission that ends as ${outcome} is metered once, and never billable`, async () => {
      const id = await client.verify({
        sandbox_outcome: outcome,
        score_requested: outcome === 'scoring_unavailable',
      })
      const { items, totals } = await client.list(`verification_id=${id}`)
      assert.deepEqual(
        items.map(({ type, billable }) => [type, billable]),
        [['kyc.verify', false]],
      )
      assert.deepEqual([totals.quantity, totals.billable_quantity], [1, 0])
    })
  }

  test('a score is metered when it comes with a submission and at each retrieval, not when there is none', async () => {
    const scored = await client.verify({ score_requested: true })
    assert.deepEqual(await typesOf(scored), ['score_requested', 'verification'])
    for (const _ of [1, 2]) assert.equal((await client.score(scored)).status, 200)
    assert.deepEqual(await typesOf(scored), [
      'score_requested',
      'score_retrieval',
      'score_retrieval',
      'verification',
    ])
    const failed = await client.verify({ sandbox_outcome: 'error', score_requested: true })
    assert.equal((await client.score(failed)).status, 409)
    assert.deepEqual(await typesOf(failed), ['verification'])
  })

  test('a request that is replayed is metered once, also of 50 at the same time', async () => {
    const { app } = client
    const headers = { 'Idempotency-Key': 'fifty-at-once' }
    const before = (await client.list()).totals.events
    const asked = { key: app.sandboxKey, json: { ...person, score_requested: true }, headers }
    const submit = () => call(`${app.url}/kyc/sandbox/verify`, asked)
    const answers = await Promise.all(Array.from({ length: 50 }, submit))
    assert.ok(answers.some(({ status }) => status === 200))
    for (const { status } of answers) assert.ok([200, 409].includes(status))
    const replayed = await submit()
    assert.equal(replayed.headers.get('idempotent-replayed'), 'true')
    assert.equal((await client.list()).totals.events, before + 2)
    const again = { 'Idempotency-Key': 'a-retrieval' }
    const id = String(replayed.data.id)
    await Promise.all(Array.from({ length: 50 }, () => client.score(id, again)))
    assert.deepEqual(await typesOf(id), ['score_requested', 'score_retrieval', 'verification'])
  })

  test('refused requests are not metered', async () => {
    const before = (await client.list()).totals.events
    const { app } = client
    const url = `${app.url}/kyc/sandbox/verify`
    assert.equal((await call(url, { key: app.sandboxKey, json: {} })).status, 400)
    assert.equal((await call(url, { key: 'svc_sandbox_junk', json: person })).status, 401)
    assert.equal((await call(url, { key: app.liveKey, json: person })).status, 403)
    assert.equal((await client.score(`ver_${'0'.repeat(26)}`)).status, 404)
    assert.equal((await client.list()).totals.events, before)
  })
})

describe('live', () => {
  // The provider is asked again until then.
  const settings = { SVC_PROVIDER_UNDECIDED_AFTER: '2h' }
  const app = openedBefore(() => startAppliance({ settings }))

  const submit = async (idNumber: string) => {
    const body = specimenForm({ ...claimed, id_number: idNumber })
    const { status, data, text } = await call(`${app.url}/kyc/verify`, { key: app.liveKey, body })
    assert.equal(status, 202, text)
    return String(data.id)
  }
  const usageOf = async (id: string) => {
    const url = `${app.url}/usage?verification_id=${id}`
    return (await call(url, { key: app.liveKey })).data as unknown as UsagePage
  }

  const outcomes: readonly (readonly [idNumber: string, status: string, metered: number])[] = [
    [claimed.id_number, 'approved', 1],
    ['DEMO-DECLINED', 'declined', 1],
    ['DEMO-MISMATCH', 'declined', 1],
    ['DEMO-PROVISIONAL', 'approved', 1],
    ['DEMO-CONTRADICTION', 'error', 1],
    ['DEMO-FRAUD', 'error', 1],
    ['DEMO-UNKNOWN-CODE', 'error', 1],
    ['DEMO-WALLET-EMPTY', 'error', 0],
    ['DEMO-UNDECIDED', 'error', 0],
  ]
  for (const [idNumber, status, metered] of outcomes) {
    test(`${idNumber} ends as ${status} and is metered ${metered} times`, async () => {
      const id = await submit(idNumber)
      assert.equal((await usageOf(id)).totals.events, 0, 'not before the provider has answered')
      const detail = await app.finish(id)
      assert.equal(detail.status, status)
      const { items, totals } = await usageOf(id)
      assert.deepEqual(
        items.map((item) => [item.type, item.source, item.billable, item.created_at]),
        metered === 1 ? [['kyc.verify', 'verification', true, detail.completed_at]] : [],
      )
      assert.deepEqual([totals.quantity, totals.billable_quantity], [metered, metered])
    })
  }
})
