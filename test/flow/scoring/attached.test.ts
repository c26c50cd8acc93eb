import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { featureNames } from '../../../server/scoring/features.ts'
import { call } from '../../support/api-client.ts'
import { notAgain } from '../../support/postgres.ts'
import { readDetail } from '../../support/running-appliance.ts'
import { features } from './engine-scene.ts'
import { openScoreScene } from './score-scene.ts'

interface ScoreFields {
  readonly scoreId: string
  readonly band: string
  readonly bandDescription: string
}

describe('a live verification that asks for a score', () => {
  test('has it when the webhook arrives, and both have the same score', async (t) => {
    const { app, receiver, submit, settled, metered } = await openScoreScene(t)
    const seen: unknown[] = []
    receiver.answerWith(async ({ json }) => {
      seen.push((await readDetail(app.url, app.liveKey, String(json.data.verificationId))).score)
      return 204
    })
    const json = { url: `${receiver.url}/live`, events: ['verification.completed'] }
    await call(`${app.url}/webhooks`, { key: app.liveKey, json })
    const id = await submit({ external_ref: 'order-7' })
    const { score, metadata } = await app.finish(id)
    const { scoreId, bandDescription } = score as ScoreFields
    await settled()
    const { verificationId, score: sent } = receiver.arrivals[0]?.json.data ?? {}
    assert.equal(verificationId, id)
    const shared = { score: 612, band: 'high', bandDescription, confidence: 0.75 }
    assert.deepEqual(sent, { id: scoreId, ...shared })
    assert.deepEqual(seen, [score])
    assert.equal(metadata, undefined)
    assert.deepEqual(metered(id), ['kyc.verify', 'score.get'])
  })

  test('is scored when it is declined, too; the webhook of a failure says nothing of it', async (t) => {
    const { app, receiver, engine, submit, settled, metered } = await openScoreScene(t)
    const json = { url: `${receiver.url}/live`, events: ['verification.failed'] }
    await call(`${app.url}/webhooks`, { key: app.liveKey, json })
    const id = await submit({ id_number: 'DEMO-DECLINED' })
    const { status, score } = await app.finish(id)
    await settled()
    assert.deepEqual([status, (score as ScoreFields).band], ['declined', 'high'])
    assert.equal(receiver.arrivals[0]?.json.data.score, null)
    assert.equal(engine.asked[0]?.document_authenticity_score, 0.5)
    assert.deepEqual(metered(id), ['kyc.verify', 'score.get'])
  })

  test('and ends in error is not scored, nor called skipped', notAgain, async (t) => {
    const { app, engine, submit, metered } = await openScoreScene(t)
    const id = await submit({ id_number: 'DEMO-ERROR' })
    const { status, score, metadata } = await app.finish(id)
    assert.deepEqual([status, score, metadata], ['error', null, undefined])
    assert.deepEqual(engine.asked, [])
    assert.ok(!metered(id).includes('score.get'))
  })

  test('sends the engine eight features that are the same for everybody like this', async (t) => {
    const { app, engine, submit } = await openScoreScene(t)
    await app.finish(await submit())
    const [asked] = engine.asked
    assert.deepEqual(Object.keys(asked ?? {}), [...featureNames])
    assert.deepEqual(asked, features)
  })

  test(
    'and one that does not: nobody is asked, nothing is metered but the check',
    notAgain,
    async (t) => {
      const { app, engine, submit, metered } = await openScoreScene(t)
      const id = await submit({ score_requested: 'false' })
      const { score, metadata } = await app.finish(id)
      assert.deepEqual([score, metadata, engine.asked], [null, undefined, []])
      assert.deepEqual(metered(id), ['kyc.verify'])
    },
  )

  test('lets go of the engine when the appliance stops', notAgain, async (t) => {
    const { app, engine } = await openScoreScene(t)
    await app.server.stop()
    assert.equal(engine.isClosed, true)
  })
})
