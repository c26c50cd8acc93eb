// Slow: scores verifications with full images.

import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { bandOf } from '../../../server/scoring/bands.ts'
import { featureNames } from '../../../server/scoring/features.ts'
import { call } from '../../support/api-client.ts'
import { claimed, specimenForm } from '../../support/images/specimens.ts'
import { openedBefore } from '../../support/opened-before.ts'
import {
  type RunningAppliance,
  readDetail,
  startAppliance,
} from '../../support/running-appliance.ts'
import { scoredReply, testEngine } from '../../support/score.ts'
import { usageRows } from '../../support/usage-rows.ts'
import { verifyInSandbox } from '../verifications/sandbox-client.ts'

const engine = testEngine()
const app = openedBefore(() => startAppliance({ scoring: engine }))
before(async () => {})
beforeEach(() => {
  engine.asked.length = 0
  engine.answer = async () => scoredReply()
})

const getScore = (id: unknown, key = app.liveKey, headers: Record<string, string> = {}) =>
  call(`${app.url}/score/get`, { key, headers, json: { verificationId: id } })

async function submit(fields: Record<string, string> = {}): Promise<string> {
  const body = specimenForm({ ...claimed, ...fields })
  const { data } = await call(`${app.url}/kyc/verify`, { key: app.liveKey, body })
  return String(data.id)
}

async function finished(fields: Record<string, string> = {}): Promise<string> {
  const id = await submit(fields)
  await app.finish(id)
  return id
}

const down = async () => ({ kind: 'unavailable', reason: 'network' }) as const
const skipped = { scoring_skipped: true, scoring_error: 'UNAVAILABLE' }
const scoresOf = (id: string) =>
  usageRows(app, id)
    .filter(({ type }) => type === 'score.get')
    .map(({ source }) => source)
    .toSorted()

describe('a score that is retrieved', () => {
  test('for a verification that never asked is computed, attached and metered', async () => {
    const id = await finished()
    const { status, data } = await getScore(id)
    assert.equal(status, 200)
    assert.match(String(data.scoreId), /^scr_[0-9a-z]{26}$/)
    assert.deepEqual(data, {
      scoreId: data.scoreId,
      score: 612,
      band: 'high',
      bandDescription: 'Good profile',
      confidence: 0.75,
      modelVersion: 'test-1',
      computedAt: new Date(app.clock.now()).toISOString(),
      featuresUsed: [...featureNames],
      flags: [],
    })
    assert.deepEqual((await readDetail(app.url, app.liveKey, id)).score, data)
    assert.deepEqual(scoresOf(id), ['score_retrieval'])
  })

  test('a second time is the same, is not computed again, and is metered again', async () => {
    const id = await finished()
    const first = await getScore(id)
    engine.answer = async () => scoredReply({ score: 1 })
    app.clock.advance(60_000)
    assert.equal((await getScore(id)).text, first.text)
    assert.equal(engine.asked.length, 1)
    assert.deepEqual(scoresOf(id), ['score_retrieval', 'score_retrieval'])
  })

  test('that came with the verification is that one', async () => {
    const id = await finished({ score_requested: 'true' })
    const { data } = await getScore(id)
    assert.deepEqual((await readDetail(app.url, app.liveKey, id)).score, data)
    assert.equal(engine.asked.length, 1)
    assert.deepEqual(scoresOf(id), ['score_requested', 'score_retrieval'])
  })

  test('after it was skipped is computed and attached, and metadata is gone', async () => {
    engine.answer = down
    const id = await finished({ score_requested: 'true' })
    const before = await readDetail(app.url, app.liveKey, id)
    assert.deepEqual([before.score, before.metadata], [null, skipped])
    engine.answer = async () => scoredReply({ score: 299 })
    const { data } = await getScore(id)
    assert.deepEqual([data.score, data.band], [299, 'low'])
    const { score, metadata } = await readDetail(app.url, app.liveKey, id)
    assert.deepEqual([score, metadata], [data, undefined])
    assert.deepEqual(engine.asked[0], engine.asked[1], 'the same features, however late')
    assert.deepEqual(scoresOf(id), ['score_retrieval'])
  })

  test('can be of a declined verification', async () => {
    const id = await finished({ id_number: 'DEMO-DECLINED' })
    assert.equal((await getScore(id)).status, 200)
    assert.equal(engine.asked[0]?.document_authenticity_score, 0.5)
  })

  test('while the verification is pending is a conflict, and nothing leaves', async () => {
    const id = await submit()
    const { status, error } = await getScore(id)
    assert.deepEqual([status, error.code], [409, 'verification_pending'])
    assert.deepEqual([engine.asked, scoresOf(id)], [[], []])
    await app.finish(id)
  })

  test('of a verification that ended in error is a conflict, asked for or not', async () => {
    const fields = { id_number: 'DEMO-ERROR', score_requested: 'true' }
    const id = await finished(fields)
    const { status, error } = await getScore(id)
    assert.deepEqual([status, error.code], [409, 'verification_not_scorable'])
    assert.deepEqual([engine.asked, scoresOf(id)], [[], []])
  })

  test('while the engine is down is refused, metered by nothing, and works afterwards', async () => {
    const id = await finished()
    engine.answer = down
    const refused = await getScore(id)
    assert.deepEqual([refused.status, refused.error.code], [503, 'scoring_unavailable'])
    assert.equal(refused.headers.get('retry-after'), '1')
    const { score, metadata } = await readDetail(app.url, app.liveKey, id)
    assert.deepEqual([score, metadata, scoresOf(id)], [null, undefined, []])
    engine.answer = async () => scoredReply()
    assert.equal((await getScore(id)).status, 200)
  })

  test('by many at the same time is one score for all, one event each', async () => {
    const id = await finished()
    engine.answer = async () => scoredReply({ score: engine.asked.length })
    const answers = await Promise.all(Array.from({ length: 8 }, () => getScore(id)))
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    assert.equal(scoresOf(id).length, 8)
  })

  test('that came too early stays refused under its Idempotency-Key, and says to take another', async () => {
    const id = await submit()
    const early = { 'Idempotency-Key': 'too-early' }
    const { status, error } = await getScore(id, app.liveKey, early)
    assert.deepEqual([status, error.code], [409, 'verification_pending'])
    assert.match(error.message, /with another Idempotency-Key/)
    await app.finish(id)
    const again = await getScore(id, app.liveKey, early)
    assert.deepEqual([again.status, again.headers.get('Idempotent-Replayed')], [409, 'true'])
    assert.equal((await getScore(id, app.liveKey, { 'Idempotency-Key': 'later' })).status, 200)
    assert.equal((await getScore(id)).status, 200)
  })

  test('again under the same Idempotency-Key is replayed and meters nothing', async () => {
    const id = await finished()
    const headers = { 'Idempotency-Key': 'the-score-of-customer-7' }
    const first = await getScore(id, app.liveKey, headers)
    const second = await getScore(id, app.liveKey, headers)
    assert.equal(second.text, first.text)
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual(scoresOf(id), ['score_retrieval'])
    const other = await getScore(await finished(), app.liveKey, headers)
    assert.deepEqual([other.status, other.error.code], [409, 'idempotency_conflict'])
  })

  test('that was refused for a dead engine is not kept under its Idempotency-Key', async () => {
    const id = await finished()
    const headers = { 'Idempotency-Key': 'try-again' }
    engine.answer = down
    assert.equal((await getScore(id, app.liveKey, headers)).status, 503)
    engine.answer = async () => scoredReply()
    assert.equal((await getScore(id, app.liveKey, headers)).status, 200)
  })

  test('answers under /api/v1 alike', async () => {
    const id = await finished()
    const url = `${app.server.url}/api/v1/score/get`
    const asked = { key: app.liveKey, json: { verificationId: id } }
    assert.equal((await call(url, asked)).text, (await getScore(id)).text)
  })
})

describe('a score in the sandbox', () => {
  const detail = (id: unknown) => readDetail(app.url, app.sandboxKey, String(id))

  test('comes at once with a verification that asks for it, and stays', async () => {
    const { data } = await verifyInSandbox(app, { score_requested: true, id_number: 'SCORE-740' })
    const score = data.score as Record<string, unknown>
    assert.deepEqual([score.score, score.band, score.modelVersion], [740, 'high', 'sandbox-1'])
    assert.deepEqual((await getScore(data.id, app.sandboxKey)).data, score)
    assert.deepEqual((await detail(data.id)).score, score)
    const events = usageRows(app, String(data.id))
    assert.ok(events.length >= 2 && events.every(({ billable }) => billable === 0))
    assert.deepEqual(engine.asked, [], 'the engine never hears of the sandbox')
  })

  test('is the same for the same input, whenever it is asked for', async () => {
    const ids = ['approved', 'declined', 'scoring_unavailable'].map(async (sandbox_outcome) => {
      const score_requested = sandbox_outcome !== 'approved'
      return (await verifyInSandbox(app, { sandbox_outcome, score_requested })).data.id
    })
    const given = await Promise.all(
      ids.map(async (id) => (await getScore(await id, app.sandboxKey)).data),
    )
    const facts = given.map(({ score, band, confidence }) => ({ score, band, confidence }))
    assert.deepEqual(facts, [facts[0], facts[0], facts[0]])
    assert.equal(facts[0]?.band, bandOf(Number(facts[0]?.score)).band)
  })

  test('is skipped where scoring_unavailable is asked for, and can be retrieved later', async () => {
    const change = { score_requested: true, sandbox_outcome: 'scoring_unavailable' }
    const { data } = await verifyInSandbox(app, change)
    assert.deepEqual([data.status, data.score, data.metadata], ['approved', null, skipped])
    assert.deepEqual(scoresOf(String(data.id)), [])
    const retrieved = await getScore(data.id, app.sandboxKey)
    assert.equal(retrieved.status, 200)
    const { score, metadata } = await detail(data.id)
    assert.deepEqual([score, metadata], [retrieved.data, undefined])
  })

  test('is not given to a verification that ended in error', async () => {
    const change = { score_requested: true, sandbox_outcome: 'fraud_suspected' }
    const { data } = await verifyInSandbox(app, change)
    assert.deepEqual([data.score, data.metadata], [null, undefined])
    const { status, error } = await getScore(data.id, app.sandboxKey)
    assert.deepEqual([status, error.code], [409, 'verification_not_scorable'])
    // Its reason may say that submitting it again does not help.
    assert.doesNotMatch(error.message, /again/)
  })

  test('is gone with what was submitted: erased, it cannot be computed any more', async () => {
    const { data } = await verifyInSandbox(app)
    await eraseDataKey(app, String(data.id))
    const { status, error } = await getScore(data.id, app.sandboxKey)
    assert.deepEqual([status, error.code], [409, 'verification_not_scorable'])
  })
})

describe('a list', () => {
  test('shows each verification with its own score', async () => {
    const scores = [10, 400, 600, 900]
    for (const score of scores) {
      app.clock.advance(1000)
      await verifyInSandbox(app, { score_requested: true, id_number: `SCORE-${score}` })
    }
    const url = `${app.url}/kyc/verifications?limit=4`
    const { data } = await call(url, { key: app.sandboxKey })
    const items = data.items as readonly { readonly score: { readonly score: number } }[]
    assert.deepEqual(
      items.map(({ score }) => score.score),
      scores.toReversed(),
    )
  })
})

async function eraseDataKey({ appliance }: RunningAppliance, id: string): Promise<void> {
  await appliance.db.write(async (trx) => {
    await trx.deleteFrom('data_keys').where('subject_id', '=', id).execute()
  })
}
