// Not again on PostgreSQL: sandbox-every-outcome.test.ts sends its statements there.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { call } from '../../support/api-client.ts'
import { openedBefore } from '../../support/opened-before.ts'
import {
  type RunningAppliance,
  startAppliance,
  startForTest,
} from '../../support/running-appliance.ts'
import { person, verifyInSandbox, withoutIdsAndTimes } from './sandbox-client.ts'

/** What each `sandbox_outcome` leads to; without one, a person is approved. */
const outcomes = {
  none: { asked: undefined, status: 'approved', code: '0810', document: 'passed' },
  approved: { asked: 'approved', status: 'approved', code: '0810', document: 'passed' },
  declined: { asked: 'declined', status: 'declined', code: '0811', document: 'failed' },
  error: { asked: 'error', status: 'error', code: '0001', document: 'not_done' },
  scoring_unavailable: {
    asked: 'scoring_unavailable',
    status: 'approved',
    code: '0810',
    document: 'passed',
  },
} as const

describe('the sandbox', () => {
  const app = openedBefore(startAppliance)

  const detailOf = (id: unknown) =>
    call(`${app.url}/kyc/verifications/${id}`, { key: app.sandboxKey })

  test('approves at once, with the specified fields and no more', async () => {
    const { data } = await verifyInSandbox(app, { external_ref: 'customer 7' })
    const now = new Date(app.clock.now()).toISOString()
    assert.match(String(data.id), /^ver_[0-9a-z]{26}$/)
    assert.deepEqual(data, {
      id: data.id,
      status: 'approved',
      country: 'SN',
      id_type: 'national_id',
      external_ref: 'customer 7',
      created_at: now,
      completed_at: now,
      score: null,
    })
  })

  for (const [name, { asked, status, code, document }] of Object.entries(outcomes)) {
    test(`ends ${status} where the outcome asked for is ${name}`, async () => {
      const score_requested = asked === 'scoring_unavailable'
      const { data } = await verifyInSandbox(app, { sandbox_outcome: asked, score_requested })
      assert.equal(data.status, status)
      const isExplained = status !== 'approved'
      const reasons = (data.reasons ?? []) as readonly Record<string, unknown>[]
      assert.equal('reasons' in data, isExplained)
      assert.deepEqual(
        reasons.map((reason) => reason.code),
        isExplained ? ['sandbox_outcome'] : [],
      )
      const detail = (await detailOf(data.id)).data
      assert.equal((detail.smile_result as Record<string, unknown>).ResultCode, code)
      const [first] = detail.checks as readonly unknown[]
      assert.deepEqual(first, { check: 'document', result: document })
    })
  }

  const submit = (change: Readonly<Record<string, unknown>>) =>
    call(`${app.url}/kyc/sandbox/verify`, { key: app.sandboxKey, json: { ...person, ...change } })

  for (const score_requested of [undefined, false]) {
    test(`refuses a skipped score that nobody asks for (score_requested ${score_requested})`, async () => {
      const { status, error } = await submit({
        sandbox_outcome: 'scoring_unavailable',
        score_requested,
      })
      assert.deepEqual(
        [status, error.code, error.param],
        [400, 'invalid_request', 'sandbox_outcome'],
      )
      assert.match(String(error.message), /needs score_requested true/)
    })
  }

  for (const id_number of ['SCORE-1001', 'SCORE--1', 'SCORE-007']) {
    test(`takes ${id_number}, which asks for a score that there is not, for a number like any other`, async () => {
      const { status, data } = await submit({ id_number, score_requested: true })
      assert.deepEqual([status, data.status], [200, 'approved'])
    })
  }

  test('reports impossible triggers together with every other fault, each field once', async () => {
    const triggers = { id_number: '<', sandbox_outcome: 'scoring_unavailable' }
    const { error } = await submit({ ...triggers, first_name: '' })
    const params = (error.details ?? []).map(({ param }) => param)
    assert.deepEqual(params, ['id_number', 'first_name', 'sandbox_outcome'])
  })

  test('keeps what it answered, and shows the provider’s answer with it', async () => {
    const { data } = await verifyInSandbox(app, { external_ref: 'customer 8' })
    const { checks, review, document, smile_result, ...rest } = (await detailOf(data.id)).data
    assert.deepEqual(rest, data)
    assert.deepEqual([review, document], [null, null])
    assert.equal((smile_result as Record<string, unknown>).sandbox, true)
    assert.equal((smile_result as Record<string, unknown>).FullName, 'Ndèye Marabout')
    assert.equal((checks as readonly unknown[]).length, 6)
  })

  test('ignores fields that it does not know', async () => {
    const plain = await verifyInSandbox(app)
    const more = await verifyInSandbox(app, { nickname: 'Awa', webhook: { url: 7 }, tags: [] })
    assert.equal(withoutIdsAndTimes(more.text), withoutIdsAndTimes(plain.text))
  })

  test('never reaches the provider', () => {
    assert.deepEqual(app.simulator.ledger(), [])
  })
})

describe('the same input in the sandbox', () => {
  /** Submission and detail, as bytes, for each of the outcomes. */
  async function answersOf(app: RunningAppliance): Promise<readonly string[]> {
    const texts: string[] = []
    for (const { asked } of Object.values(outcomes)) {
      const score_requested = asked === 'scoring_unavailable'
      const change = { sandbox_outcome: asked, external_ref: 'customer 7', score_requested }
      const submitted = await verifyInSandbox(app, change)
      const url = `${app.url}/kyc/verifications/${submitted.data.id}`
      const detail = await call(url, { key: app.sandboxKey })
      texts.push(withoutIdsAndTimes(submitted.text), withoutIdsAndTimes(detail.text))
      app.clock.advance(1234)
    }
    return texts
  }

  test('gives the same bytes, again and on another appliance', async (t) => {
    const [app, other] = await Promise.all([startAppliance(), startAppliance()])
    t.after(() => Promise.all([app.close(), other.close()]))
    const first = await answersOf(app)
    assert.equal(first.length, 10)
    assert.ok(first.every((text) => !/\d{4}-\d\d-\d\dT/.test(text)))
    assert.deepEqual(await answersOf(app), first)
    assert.deepEqual(await answersOf(other), first)
  })

  test('is told apart from any other', async (t) => {
    const app = await startForTest(t)
    const jobs = new Set<unknown>()
    for (const change of [{}, { id_number: '2' }, { first_name: 'Awa' }, { country: 'MA' }]) {
      const { data } = await verifyInSandbox(app, change)
      const detail = await call(`${app.url}/kyc/verifications/${data.id}`, { key: app.sandboxKey })
      jobs.add((detail.data.smile_result as Record<string, unknown>).SmileJobID)
    }
    assert.equal(jobs.size, 4)
  })
})
