// Not again on PostgreSQL: test/store and flow/on-postgres.test.ts send its statements there.

import assert from 'node:assert/strict'
import { before, describe, type TestContext, test } from 'node:test'
import { findVerification } from '../../../server/verifications/verification-view.ts'
import { type ApiAnswer, call } from '../../support/api-client.ts'
import { addGlare, blur, darken, drawCard, drawSelfie } from '../../support/images/images.ts'
import { liveForm, type RunningAppliance, startForTest } from '../../support/running-appliance.ts'

/** At the end of what is said of a finding: what was measured, and the limit that it misses. */
const figures = /\([^)]*\d[^)]*, at (least|most) [\d.]+ [a-z]+\)\.$/

/** Everything that is wrong with the images below, by role, as it is found. */
const wanting = [
  ['front', 'image_too_small', 'pixels'],
  ['front', 'image_blurred', 'ratio'],
  ['back', 'image_glare', 'percent'],
  ['selfie', 'image_dark', 'level'],
]

describe('preflight', () => {
  let poor: Readonly<Record<string, Buffer>>
  let good: Readonly<Record<string, Buffer>>
  before(async () => {
    const card = await drawCard()
    const selfie = await drawSelfie()
    good = { front_image: card, back_image: card, selfie_image: selfie }
    poor = {
      front_image: await blur(await drawCard({ width: 1_200 })),
      back_image: await addGlare(card),
      selfie_image: await darken(selfie, 0.1),
    }
  })

  async function running(t: TestContext, mode: string): Promise<RunningAppliance> {
    const app = await startForTest(t, { settings: { SVC_PREFLIGHT: mode } })
    return app
  }

  const submit = (app: RunningAppliance, files: Readonly<Record<string, Buffer>>) =>
    call(`${app.url}/kyc/verify`, {
      key: app.liveKey,
      body: liveForm({ country: 'SN', id_type: 'national_id' }, files),
    })

  async function findingsOf(app: RunningAppliance, { data }: ApiAnswer) {
    const found = await findVerification(app.appliance.db.reader, String(data.id))
    return found?.findings ?? assert.fail('not stored')
  }

  test('that is off accepts poor images without findings', async (t) => {
    const app = await running(t, 'off')
    const answer = await submit(app, poor)
    assert.equal(answer.status, 202)
    assert.equal((await app.finish(String(answer.data.id))).status, 'approved')
    assert.deepEqual(await findingsOf(app, answer), [])
  })

  test('that warns accepts poor images and records the findings', async (t) => {
    const app = await running(t, 'warn')
    const answer = await submit(app, poor)
    assert.equal(answer.status, 202)
    assert.ok(!answer.text.includes('image_'))
    assert.equal((await app.finish(String(answer.data.id))).status, 'approved')
    const findings = await findingsOf(app, answer)
    assert.deepEqual(
      findings.map((finding) => [finding.role, finding.code, 'unit' in finding && finding.unit]),
      wanting,
    )
    assert.deepEqual(findings[0], {
      role: 'front',
      code: 'image_too_small',
      figure: 1_200,
      limit: 1_500,
      unit: 'pixels',
    })
  })

  test('that is enforced refuses poor images, with every finding and its figure', async (t) => {
    const app = await running(t, 'enforce')
    const answer = await submit(app, poor)
    assert.deepEqual([answer.status, answer.error.code], [400, 'invalid_image'])
    const details = answer.error.details ?? []
    assert.deepEqual(
      details.map(({ param, code }) => [param, code]),
      wanting.map(([role]) => [`${role}_image`, 'invalid_image']),
    )
    assert.match(String(details[0]?.message), /too small.*\(1200 pixels, [a-z ]*1500[a-z ]*\)\.$/)
    for (const { message } of details) assert.match(message, figures)
    await app.server.jobs.idle()
    assert.deepEqual(app.simulator.ledger(), [])
  })

  test('finds nothing in good images, in any mode', async (t) => {
    for (const mode of ['warn', 'enforce']) {
      const app = await running(t, mode)
      const answer = await submit(app, good)
      assert.equal(answer.status, 202, answer.text)
      assert.equal((await app.finish(String(answer.data.id))).status, 'approved')
      assert.deepEqual(await findingsOf(app, answer), [])
    }
  })
})
