// Slow: verifies with each outcome. api/verifications/sandbox.test.ts returns some in the fast lane.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { reasons, statusOfReason } from '../../../server/verifications/reasons.ts'
import { call } from '../../support/api-client.ts'
import { drawCard, drawSelfie } from '../../support/images/images.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { liveForm, readDetail, startAppliance } from '../../support/running-appliance.ts'
import { person, verifyInSandbox, withoutIdsAndTimes } from './sandbox-client.ts'

type Shown = Readonly<Record<string, unknown>>

describe('the sandbox can return', () => {
  const app = openedBefore(startAppliance)

  for (const [code, status] of Object.entries(statusOfReason)) {
    test(`${status} for ${code}, as sandbox_outcome names it`, async () => {
      const { data } = await verifyInSandbox(app, { sandbox_outcome: code })
      const { message, retryAllowed } = reasons[code as keyof typeof reasons]
      assert.equal(data.status, status)
      assert.deepEqual(data.reasons, [{ code, message, retry_allowed: retryAllowed }])
      const { smile_result, checks } = await readDetail(app.url, app.sandboxKey, String(data.id))
      assert.equal((smile_result as Shown).sandbox, true)
      const results = (checks as readonly Shown[]).map(({ result }) => result)
      assert.equal(results.length, 6)
      assert.ok(status === 'error' || code === 'document_expired' || hasTrouble(results), code)
    })
  }

  test('the check that fails with a reason of its own', async () => {
    const failing: Readonly<Record<string, string>> = {
      document_not_verified: 'document',
      face_mismatch: 'face_match',
      liveness_failed: 'liveness',
      name_mismatch: 'name',
      date_of_birth_mismatch: 'date_of_birth',
      id_number_mismatch: 'id_number',
    }
    for (const [sandbox_outcome, check] of Object.entries(failing)) {
      const { data } = await verifyInSandbox(app, { sandbox_outcome })
      const { checks } = await readDetail(app.url, app.sandboxKey, String(data.id))
      const failed = (checks as readonly Shown[]).filter(({ result }) => result === 'failed')
      assert.deepEqual(
        failed.map((one) => one.check),
        [check],
        sandbox_outcome,
      )
    }
  })

  test('what a provider that gave no answer is not metered for', async () => {
    const { data } = await verifyInSandbox(app, { sandbox_outcome: 'provider_unreachable' })
    const usage = await call(`${app.url}/usage?verification_id=${data.id}`, { key: app.sandboxKey })
    assert.deepEqual(usage.data.items, [])
  })
})

function hasTrouble(results: readonly unknown[]): boolean {
  return results.includes('failed') || results[0] === 'not_done'
}

describe('sandbox_delay_seconds', () => {
  const app = openedBefore(startAppliance)

  const submit = (change: Shown, headers: Record<string, string> = {}) =>
    call(`${app.url}/kyc/sandbox/verify`, {
      key: app.sandboxKey,
      json: { ...person, ...change },
      headers,
    })
  const detailOf = (id: unknown) => readDetail(app.url, app.sandboxKey, String(id))
  const scoreOf = (verificationId: unknown) =>
    call(`${app.url}/score/get`, { key: app.sandboxKey, json: { verificationId } })

  async function pass(seconds: number): Promise<void> {
    // Only an idle runner has set its timer.
    await app.server.jobs.idle()
    app.clock.advance(seconds * 1000)
    await app.server.jobs.idle()
  }

  test('keeps a verification pending first and then ends it, with its score', async () => {
    const { status, data } = await submit({ sandbox_delay_seconds: 15, score_requested: true })
    assert.deepEqual(
      [status, data.status, data.completed_at, data.score],
      [202, 'pending', null, null],
    )
    await pass(14)
    const waiting = await detailOf(data.id)
    assert.deepEqual([waiting.status, waiting.smile_result, waiting.checks], ['pending', {}, []])
    assert.equal((await scoreOf(data.id)).error.code, 'verification_pending')
    await pass(1)
    const ended = await detailOf(data.id)
    assert.equal(ended.status, 'approved')
    assert.equal(Date.parse(String(ended.completed_at)), app.clock.now())
    assert.equal((ended.smile_result as Shown).ResultCode, '0810')
    const atOnce = await submit({ score_requested: true })
    assert.equal((ended.score as Shown).score, (atOnce.data.score as Shown).score)
    assert.equal((await scoreOf(data.id)).status, 200)
  })

  test('ends as the same request would have ended at once, whatever was asked for', async () => {
    for (const sandbox_outcome of ['approved', 'declined', 'name_mismatch', 'provider_undecided']) {
      const later = await submit({ sandbox_outcome, sandbox_delay_seconds: 600 })
      await pass(600)
      const atOnce = await submit({ sandbox_outcome })
      const [one, other] = [await detailOf(later.data.id), await detailOf(atOnce.data.id)]
      assert.equal(one.status === 'pending', false)
      assert.equal(
        withoutIdsAndTimes(JSON.stringify(one)),
        withoutIdsAndTimes(JSON.stringify(other)),
      )
    }
  })

  test('skips a score when it ends, where that was asked for', async () => {
    const outcome = { sandbox_outcome: 'scoring_unavailable', score_requested: true }
    const { data } = await submit({ ...outcome, sandbox_delay_seconds: 1 })
    await pass(1)
    const ended = await detailOf(data.id)
    assert.deepEqual(ended.metadata, { scoring_skipped: true, scoring_error: 'UNAVAILABLE' })
  })

  test('is done once under an Idempotency-Key, and answered alike', async () => {
    const asked = [{ sandbox_delay_seconds: 5 }, { 'Idempotency-Key': 'delayed' }] as const
    const [first, again] = [await submit(...asked), await submit(...asked)]
    assert.deepEqual([again.status, again.text], [202, first.text])
    await pass(5)
    const usage = `${app.url}/usage?verification_id=${first.data.id}`
    const { items } = (await call(usage, { key: app.sandboxKey })).data
    assert.equal((items as readonly unknown[]).length, 1)
  })

  test('is a field of the live form, too, and refused with a live key', async () => {
    const files = { front_image: await drawCard(), selfie_image: await drawSelfie() }
    const body = (seconds: string) => liveForm({ ...person, sandbox_delay_seconds: seconds }, files)
    const url = `${app.url}/kyc/verify`
    const { status, data } = await call(url, { key: app.sandboxKey, body: body('2') })
    assert.deepEqual([status, data.status], [202, 'pending'])
    await pass(2)
    assert.equal((await detailOf(data.id)).status, 'approved')
    const live = await call(url, { key: app.liveKey, body: body('2') })
    assert.deepEqual([live.status, live.error.param], [400, 'sandbox_delay_seconds'])
    const without = await call(url, { key: app.liveKey, body: body('') })
    assert.equal(without.status, 202)
  })

  for (const sandbox_delay_seconds of [-1, 601, 1.5, '15', true]) {
    test(`of ${JSON.stringify(sandbox_delay_seconds)} is refused`, async () => {
      const { status, error } = await submit({ sandbox_delay_seconds })
      assert.deepEqual([status, error.param], [400, 'sandbox_delay_seconds'])
      assert.match(error.message, /a whole number of seconds from 0 to 600/)
    })
  }
})
