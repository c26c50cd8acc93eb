// Slow: starts an appliance for each test. reviews-decisions.test.ts decides reviews in the fast lane.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { qualityCheckMs } from '../../../server/reviews/quality/quality-check.ts'
import { call } from '../../support/api-client.ts'
import { eraseNow } from '../../support/erasure.ts'
import { notAgain } from '../../support/postgres.ts'
import { codeOf, confirm, dispute, proposed } from '../../support/scenes/review-steps.ts'
import { type Reviewer, startWork, type WorkScene } from '../../support/scenes/work-scene.ts'

const checkAll = { settings: { SVC_REVIEW_QUALITY_SAMPLE: '100' } }
const secret = 'The brother of the customer was at the counter.'

interface Check {
  readonly id: string
  readonly verification_id: string
}

/** Awa decides a review; returns it with its verification. */
async function decided(scene: WorkScene, decision: object = { ...confirm, note: secret }) {
  const review = await scene.queued()
  const { data } = await scene.awa.post(`/reviews/${review}/claim`)
  scene.clock.advance(40_000)
  const answer = await scene.awa.post(`/reviews/${review}/decide`, decision)
  assert.equal(answer.data.state, 'closed', answer.text)
  return { review, verification: String(data.verification_id) }
}

async function eventsOf({ appliance }: WorkScene, verification: string) {
  const rows = await appliance.db.reader
    .selectFrom('events')
    .select('type')
    .where('subject_id', '=', verification)
    .execute()
  return rows.map(({ type }) => type)
}

async function taken(client: Reviewer): Promise<Check> {
  const { data, text } = await client.post('/quality/checks/next')
  assert.ok(data.check, text)
  return data.check as Check
}

describe('quality checks', () => {
  test('go to a user who had no part in the decision, and change nothing', async (t) => {
    const scene = await startWork(t, checkAll)
    const events = ['review.closed']
    const json = { url: 'https://receiver.example/', events }
    await call(`${scene.url}/webhooks`, { key: scene.liveKey, json })
    const { verification } = await decided(scene)
    const seen = async () =>
      (await call(`${scene.url}/kyc/verifications/${verification}`, { key: scene.liveKey })).text
    const before = { text: await seen(), events: await eventsOf(scene, verification) }
    assert.deepEqual(before.events, events)
    assert.deepEqual((await scene.awa.post('/quality/checks/next')).data, { check: null })
    assert.deepEqual((await scene.awa.get('/quality/checks/waiting')).data, { waiting: 0 })
    assert.deepEqual((await scene.omar.get('/quality/checks/waiting')).data, { waiting: 1 })
    const check = await taken(scene.omar)
    assert.equal(check.verification_id, verification)
    assert.equal(
      codeOf(await scene.awa.post(`/quality/checks/${check.id}/claim`)),
      '403 second_person_required',
    )
    const fatou = await scene.reviewer('fatou')
    assert.equal(codeOf(await fatou.post(`/quality/checks/${check.id}/claim`)), '409 conflict')
    const decide = () => scene.omar.post(`/quality/checks/${check.id}/decide`, dispute)
    assert.equal(
      codeOf(await fatou.post(`/quality/checks/${check.id}/decide`, dispute)),
      '409 conflict',
    )
    const answer = await decide()
    assert.deepEqual([codeOf(answer), answer.data], ['200', {}])
    assert.equal(codeOf(await decide()), '409 conflict')
    assert.deepEqual({ text: await seen(), events: await eventsOf(scene, verification) }, before)
  })

  test('leave out the second approver too', async (t) => {
    const scene = await startWork(t, checkAll)
    const { approve } = await proposed(scene)
    assert.equal(codeOf(await approve()), '200')
    assert.deepEqual((await scene.omar.get('/quality/checks/waiting')).data, { waiting: 0 })
    assert.ok(await taken(await scene.reviewer('fatou')))
  })

  test(
    'hide the first decision from everybody who may make them, until they are made',
    notAgain,
    async (t) => {
      const scene = await startWork(t, checkAll)
      const { review, verification } = await decided(scene)
      const places = (client: Reviewer) => [
        () => client.get(`/reviews/${review}`),
        () => client.get('/reviews?state=closed'),
        () => client.get(`/verifications/${verification}`),
        () => client.get('/verifications'),
        () => client.post(`/verifications/${verification}/review`),
        () => client.post(`/reviews/${review}/notes`, { text: 'A remark.' }),
      ]
      const tells = /decision_correct|"outcome":"(confirm|upheld)|brother|awa@|"kind":"decided"/
      const checker = await scene.reviewer('fatou', 'lead')
      for (const ask of places(checker)) {
        const { text } = await ask()
        assert.doesNotMatch(text, tells)
        assert.ok(!text.includes(scene.awa.id), text)
      }
      const byAwa = await checker.get(`/reviews?state=closed&reviewer=${scene.awa.id}`)
      assert.deepEqual(byAwa.data.items, [])
      const upheld = '/reviews?state=closed&outcome=confirm'
      assert.deepEqual((await checker.get(upheld)).data.items, [])
      assert.equal(((await scene.awa.get(upheld)).data.items as unknown[]).length, 1)
      const toAssign = await checker.get('/reviews/matching?state=closed&outcome=confirm')
      assert.deepEqual(toAssign.data.ids, [])
      const csv = await checker.post('/verifications/export', {})
      assert.doesNotMatch(csv.text, /upheld/)
      const file = { reason: 'complaint', language: 'en' }
      const refused = await checker.post(`/verifications/${verification}/case-file`, file)
      assert.equal(codeOf(refused), '409 conflict')
      for (const ask of places(scene.awa).slice(0, 4)) assert.match((await ask()).text, tells)
      const check = await taken(scene.omar)
      await scene.omar.post(`/quality/checks/${check.id}/decide`, confirm)
      for (const ask of places(checker).slice(0, 4)) assert.match((await ask()).text, tells)
    },
  )

  test('leave no gap in the pages of a filter that would tell the decision', async (t) => {
    const scene = await startWork(t, checkAll)
    await decided(scene)
    await decided(scene)
    const pageOf = async (filter: string) => {
      const { data } = await scene.omar.get(`/reviews?state=closed&limit=1&${filter}`)
      return [data.items, data.next_cursor]
    }
    assert.deepEqual(await pageOf('outcome=confirm'), [[], null])
    assert.deepEqual(await pageOf(`reviewer=${scene.awa.id}`), [[], null])
  })

  test('give their holder the reason to see the personal data', async (t) => {
    const scene = await startWork(t, checkAll)
    const { verification } = await decided(scene)
    const reveal = () => scene.omar.post(`/verifications/${verification}/reveal`)
    assert.equal(codeOf(await reveal()), '400 invalid_request')
    const { id } = await taken(scene.omar)
    assert.equal(codeOf(await reveal()), '200')
    await scene.omar.post(`/quality/checks/${id}/release`)
    assert.equal(codeOf(await reveal()), '400 invalid_request')
    const actions = (await scene.audited(verification)).map(([action]) => action)
    assert.ok(actions.includes('quality.check_claimed'))
    assert.ok(actions.includes('quality.check_released'))
  })

  test('lapse after two weeks, and hide nothing from then on', notAgain, async (t) => {
    const scene = await startWork(t, checkAll)
    const { review } = await decided(scene)
    scene.clock.advance(qualityCheckMs)
    const omar = await scene.reviewer('fatou')
    assert.deepEqual((await omar.get('/quality/checks/waiting')).data, { waiting: 0 })
    assert.match((await omar.get(`/reviews/${review}`)).text, /decision_correct/)
  })

  test('end where a lead cancels them, and with the erasure, which they do not keep back', async (t) => {
    const scene = await startWork(t, checkAll)
    const lead = await scene.reviewer('nadia', 'lead')
    const one = await decided(scene)
    const check = await taken(scene.omar)
    const cancel = (client: Reviewer) => client.post(`/quality/checks/${check.id}/cancel`)
    assert.equal(codeOf(await cancel(scene.omar)), '403 missing_permission')
    assert.equal(codeOf(await cancel(lead)), '200')
    assert.match((await scene.omar.get(`/reviews/${one.review}`)).text, /decision_correct/)
    // The law keeps live verifications for years, so this one is of the sandbox.
    const json = {
      country: 'SN',
      id_type: 'national_id',
      id_number: '2751199400042',
      first_name: 'Awa',
      last_name: 'Teranga',
      date_of_birth: '1994-03-14',
    }
    const sent = await call(`${scene.url}/kyc/sandbox/verify`, { key: scene.sandboxKey, json })
    const verification = String(sent.data.id)
    const { data } = await scene.awa.post(`/verifications/${verification}/review`)
    await scene.awa.post(`/reviews/${data.id}/claim`)
    await scene.awa.post(`/reviews/${data.id}/decide`, confirm)
    const asked = await scene.omar.post('/quality/checks/next', { environment: 'sandbox' })
    const next = asked.data.check as Check
    await eraseNow(scene, verification)
    const late = await scene.omar.post(`/quality/checks/${next.id}/decide`, confirm)
    assert.equal(codeOf(late), '409 conflict')
  })

  test('are not drawn unless the setting asks for them', notAgain, async (t) => {
    const scene = await startWork(t)
    await decided(scene)
    assert.deepEqual((await scene.omar.get('/quality/checks/waiting')).data, { waiting: 0 })
  })
})

describe('quality figures', () => {
  test('are for leads and administrators, never for reviewers', notAgain, async (t) => {
    const scene = await startWork(t)
    for (const path of ['/quality', '/quality/differing']) {
      assert.equal(codeOf(await scene.awa.get(path)), '403 missing_permission')
    }
    assert.equal(codeOf(await scene.awa.post('/quality/export', {})), '403 missing_permission')
    const administrator = await scene.reviewer('boss', 'administrator')
    assert.equal(codeOf(await administrator.get('/quality')), '200')
    assert.equal(codeOf(await administrator.get('/quality/differing')), '403 missing_permission')
  })

  test('count decisions, times and agreement of each reviewer, and list what differs', async (t) => {
    const scene = await startWork(t, checkAll)
    const lead = await scene.reviewer('nadia', 'lead')
    for (const second of [confirm, dispute]) {
      await decided(scene)
      const { id } = await taken(scene.omar)
      await scene.omar.post(`/quality/checks/${id}/decide`, second)
    }
    const { data, text } = await lead.get('/quality?period=today')
    const [awa, ...others] = data.reviewers as Record<string, unknown>[]
    assert.deepEqual(others, [], text)
    const expected = {
      decided: 2,
      judged: 2,
      overturned: 0,
      overturn_rate: 0,
      rejected: 0,
      median_ms: 40_000,
      p95_ms: 40_000,
      checks: 2,
      agreed: 1,
      other_reasons: 0,
      other_outcome: 1,
      agreement: null,
    }
    const { reviewer, ...figures } = awa ?? {}
    assert.deepEqual(figures, expected)
    assert.equal((reviewer as { id: string }).id, scene.awa.id)
    const differing = (await lead.get('/quality/differing')).data.items as Record<string, unknown>[]
    assert.equal(differing.length, 1)
    const [only] = differing
    const { first, second } = only as Record<string, { outcome: string; by: { id: string } }>
    assert.deepEqual(
      [first?.outcome, first?.by.id, second?.outcome, second?.by.id],
      ['confirm', scene.awa.id, 'dispute', scene.omar.id],
    )
    const csv = await lead.post('/quality/export', { period: 'today' })
    assert.match(csv.text, new RegExp(`,${scene.awa.id},.*,2,2,0,0,0,40000,40000,2,1,0,1,,,`))
    const administrator = await scene.reviewer('boss', 'administrator')
    const { data: audit } = await administrator.get('/audit?action=quality.exported')
    assert.equal((audit.items as object[]).length, 1)
  })
})
