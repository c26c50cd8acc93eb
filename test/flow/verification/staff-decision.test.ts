import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { listAuditEntries } from '../../../server/audit/audit-view.ts'
import { mendDueTimes } from '../../../server/mend-due-times.ts'
import { findProviderJob } from '../../../server/verifications/provider-job/provider-job-store.ts'
import { call } from '../../support/api-client.ts'
import { claimed, specimenForm } from '../../support/images/specimens.ts'
import { notAgain } from '../../support/postgres.ts'
import type { RunningApplianceOptions } from '../../support/running-appliance.ts'
import { startLedgerReceiver } from '../../support/scenes/delivery-scene.ts'
import { codeOf } from '../../support/scenes/review-steps.ts'
import { type Reviewer, startWork, type WorkScene } from '../../support/scenes/work-scene.ts'
import { testEngine } from '../../support/score.ts'

const approved = { outcome: 'approved', reasons: ['same_person', 'document_genuine'] }
const declined = { outcome: 'declined', reasons: ['face_mismatch'] }
const alone = { SVC_PROVIDER: 'local', SVC_REVIEW_FOUR_EYES: 'never' }

async function submit(scene: WorkScene, more: Readonly<Record<string, string>> = {}) {
  const body = specimenForm({ ...claimed, ...more })
  const { status, data, text } = await call(`${scene.url}/kyc/verify`, { key: scene.liveKey, body })
  assert.equal(status, 202, text)
  await scene.server.jobs.idle()
  return String(data.id)
}

async function read(scene: WorkScene, id: string) {
  return (await call(`${scene.url}/kyc/verifications/${id}`, { key: scene.liveKey })).data
}

async function reviewOf(scene: WorkScene, id: string): Promise<string> {
  const { data } = await scene.awa.get(`/verifications/${id}`)
  return String((data.review as { readonly id: string }).id)
}

async function decide(scene: WorkScene, id: string, decision: object, by: Reviewer = scene.awa) {
  const review = await reviewOf(scene, id)
  await by.post(`/reviews/${review}/claim`)
  const answer = await by.post(`/reviews/${review}/decide`, decision)
  await scene.server.jobs.idle()
  return answer
}

async function usageOf(scene: WorkScene, id: string): Promise<readonly unknown[]> {
  const { data } = await call(`${scene.url}/usage?verification_id=${id}`, { key: scene.liveKey })
  return (data.items as Record<string, unknown>[]).map(({ type }) => type).toSorted()
}

async function systemActions(scene: WorkScene, id: string) {
  const page = { limit: 100, after: undefined }
  const entries = await listAuditEntries(scene.appliance.db.reader, { subjectId: id }, page)
  return entries
    .filter(({ actor }) => actor.kind === 'system')
    .map(({ action, details }) => `${action} ${details.reason ?? ''}`.trim())
    .toReversed()
}

async function withReceiver(t: TestContext, options: RunningApplianceOptions) {
  const scene = await startWork(t, options)
  const receiver = await startLedgerReceiver(t, scene.clock)
  const events = ['verification.completed', 'verification.failed', 'review.closed']
  const json = { url: `${receiver.url}/hook`, events }
  await call(`${scene.url}/webhooks`, { key: scene.liveKey, json })
  const sent = async () => {
    await scene.server.deliveries.idle()
    return receiver.arrivals.map(({ json: { event } }) => event).toSorted()
  }
  return { scene, sent, receiver }
}

describe('without a provider, staff decide a verification', () => {
  test('that is pending until then, whose status, score, usage and events follow', async (t) => {
    const scoring = testEngine()
    const { scene, sent, receiver } = await withReceiver(t, { settings: alone, scoring })
    const id = await submit(scene, { score_requested: 'true' })
    const waiting = await read(scene, id)
    assert.equal(waiting.status, 'pending')
    assert.equal(await mendDueTimes(scene.appliance), 0, 'its job waits for 48 hours')
    assert.deepEqual(waiting.smile_result, {})
    assert.equal((waiting.review as { readonly state: string }).state, 'open')
    assert.deepEqual(await usageOf(scene, id), [])
    const queue = await scene.awa.get('/reviews')
    const causes = (queue.data.items as { causes: unknown }[]).map((item) => item.causes)
    assert.deepEqual(causes, [['decision']])

    const { status, text } = await decide(scene, id, approved)
    assert.equal(status, 200, text)
    const detail = await read(scene, id)
    assert.equal(detail.status, 'approved')
    assert.deepEqual(detail.smile_result, { provider: 'local', decided_by: 'staff' })
    assert.equal((detail.score as { readonly score: number }).score, 612)
    const features = scoring.asked.map((asked) => [
      asked.document_authenticity_score,
      asked.liveness_score,
    ])
    assert.deepEqual(features, [[1, 0.5]])
    const { state, outcome, reason_codes } = detail.review as Record<string, unknown>
    assert.deepEqual(
      { state, outcome, reason_codes },
      {
        state: 'closed',
        outcome: 'upheld',
        reason_codes: approved.reasons,
      },
    )
    assert.deepEqual(await usageOf(scene, id), ['kyc.verify', 'score.get'])
    assert.deepEqual(await sent(), ['review.closed', 'verification.completed'])
    const completed = receiver.arrivals.find(({ json }) => json.event !== 'review.closed')
    const { livenessCheckPassed, documentVerified } = completed?.json.data ?? {}
    assert.deepEqual(
      { livenessCheckPassed, documentVerified },
      {
        livenessCheckPassed: false,
        documentVerified: true,
      },
    )
    assert.deepEqual(scene.simulator.ledger(), [])
    assert.deepEqual(await systemActions(scene, id), [
      'verification.handed_to_staff local',
      'review.opened decision',
      'verification.completed',
    ])
  })

  test('and decline it with the reasons that clients know', notAgain, async (t) => {
    const { scene, sent } = await withReceiver(t, { settings: alone })
    const id = await submit(scene)
    await decide(scene, id, declined)
    const { status, reasons, checks } = await read(scene, id)
    assert.equal(status, 'declined')
    assert.deepEqual(
      (reasons as { readonly code: string }[]).map(({ code }) => code),
      ['face_mismatch'],
    )
    const failed = (checks as { check: string; result: string }[]).filter(
      ({ result }) => result === 'failed',
    )
    assert.deepEqual(failed, [{ check: 'face_match', result: 'failed' }])
    assert.deepEqual(await sent(), ['review.closed', 'verification.failed'])
  })

  test('two of them, where an approval rests on no provider', async (t) => {
    const { scene, sent } = await withReceiver(t, { settings: { SVC_PROVIDER: 'local' } })
    const id = await submit(scene)
    const { data } = await decide(scene, id, approved)
    assert.equal(data.state, 'proposed')
    assert.equal((await read(scene, id)).status, 'pending')
    const review = await reviewOf(scene, id)
    const { id: proposal_id } = data.proposal as { readonly id: string }
    const own = await scene.awa.post(`/reviews/${review}/approve`, { proposal_id })
    assert.equal(codeOf(own), '403 second_person_required')
    const { status, text } = await scene.omar.post(`/reviews/${review}/approve`, { proposal_id })
    assert.equal(status, 200, text)
    assert.equal((await read(scene, id)).status, 'approved')
    assert.deepEqual(await sent(), ['review.closed', 'verification.completed'])
    // A refusal needs one person.
    const other = await submit(scene)
    assert.equal((await decide(scene, other, declined)).data.state, 'closed')
  })

  test('with the outcomes that fit its status, once', async (t) => {
    const scene = await startWork(t, { settings: alone })
    const id = await submit(scene)
    const uphold = { outcome: 'confirm', reasons: ['decision_correct'] }
    assert.equal(codeOf(await decide(scene, id, uphold)), '409 conflict')
    const review = await reviewOf(scene, id)
    const both = await Promise.all([
      scene.awa.post(`/reviews/${review}/decide`, approved),
      scene.awa.post(`/reviews/${review}/decide`, declined),
    ])
    assert.deepEqual(both.map(codeOf).toSorted(), ['200', '409 conflict'])
    assert.deepEqual(await usageOf(scene, id), ['kyc.verify'])
  })

  test('and it ends in error when nobody does in time; its review then stays as any other', async (t) => {
    const { scene, sent } = await withReceiver(t, {
      settings: { ...alone, SVC_PROVIDER_UNDECIDED_AFTER: '2h' },
    })
    const id = await submit(scene)
    scene.clock.advance(2 * 60 * 60_000)
    scene.server.jobs.wake()
    await scene.server.jobs.idle()
    const { status, reasons } = await read(scene, id)
    assert.equal(status, 'error')
    assert.deepEqual(
      (reasons as { readonly code: string }[]).map(({ code }) => code),
      ['provider_undecided'],
    )
    assert.deepEqual(await usageOf(scene, id), [])
    await scene.awa.signIn('awa@bank.example')
    assert.equal(codeOf(await decide(scene, id, approved)), '409 conflict')
    const late = { outcome: 'confirm', reasons: ['provider_trouble'] }
    assert.equal((await decide(scene, id, late)).data.state, 'closed')
    assert.deepEqual(await sent(), ['review.closed', 'verification.failed'])
  })
})

describe('when the provider stays away, and SVC_PROVIDER_FALLBACK is local', () => {
  const fallback = {
    SVC_PROVIDER_FALLBACK: 'local',
    SVC_PROVIDER_GIVE_UP_AFTER: '5m',
    SVC_REVIEW_FOUR_EYES: 'never',
  }

  /** Advances until the job waits for staff. */
  async function handedOver(scene: WorkScene, id: string): Promise<void> {
    for (let tries = 0; tries < 60; tries += 1) {
      const job = await findProviderJob(scene.appliance.db.reader, id)
      if (job?.provider === 'local') return
      scene.clock.advance(60_000)
      scene.server.jobs.wake()
      await scene.server.jobs.idle()
    }
    assert.fail('the verification was not handed to staff')
  }

  test(
    'staff decide, and neither a forged callback nor the provider’s return changes that',
    notAgain,
    async (t) => {
      const { scene, sent } = await withReceiver(t, { settings: fallback })
      scene.simulator.setFault({ endpoint: 'job_status', fault: { kind: 'reset' } })
      const id = await submit(scene)
      await handedOver(scene, id)
      assert.equal((await read(scene, id)).status, 'pending')
      assert.deepEqual(await systemActions(scene, id), [
        'verification.handed_to_staff provider_unreachable',
        'review.opened decision',
      ])
      const paid = scene.simulator.ledger().map((entry) => entry.paid)
      scene.simulator.clearFaults()
      const job = await findProviderJob(scene.appliance.db.reader, id)
      const headers = { 'Content-Type': 'application/json' }
      const forged = { method: 'POST', headers, body: '{}' }
      const late = await fetch(`${scene.url}/callbacks/smile-id/${job?.jobId}`, forged)
      assert.equal(late.status, 401)
      scene.clock.advance(60 * 60_000)
      scene.server.jobs.wake()
      await scene.server.jobs.idle()
      assert.equal((await read(scene, id)).status, 'pending')

      await scene.awa.signIn('awa@bank.example')
      await decide(scene, id, declined)
      assert.deepEqual(await sent(), ['review.closed', 'verification.failed'])
      scene.clock.advance(72 * 60 * 60_000)
      scene.server.jobs.wake()
      await scene.server.jobs.idle()
      const { status, smile_result } = await read(scene, id)
      assert.equal(status, 'declined')
      assert.deepEqual(smile_result, { provider: 'local', decided_by: 'staff' })
      assert.deepEqual(await sent(), ['review.closed', 'verification.failed'])
      assert.deepEqual(
        scene.simulator.ledger().map((entry) => entry.paid),
        paid,
      )
      assert.deepEqual(await usageOf(scene, id), ['kyc.verify'])
    },
  )
})
