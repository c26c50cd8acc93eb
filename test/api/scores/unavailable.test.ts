// Not again on PostgreSQL: test/store and flow/on-postgres.test.ts send its statements there.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { silentLog } from '../../../server/kernel/log.ts'
import type { EngineReply } from '../../../server/scoring/engine.ts'
import { type GuardedEngine, guardEngine } from '../../../server/scoring/guarded-engine.ts'
import { call } from '../../support/api-client.ts'
import { claimed, specimenForm } from '../../support/images/specimens.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { type RunningAppliance, startAppliance } from '../../support/running-appliance.ts'
import { scoredReply, testEngine } from '../../support/score.ts'
import { until } from '../../support/turns.ts'
import { verifyInSandbox } from '../verifications/sandbox-client.ts'

describe('Retry-After of a score that cannot be given', () => {
  const engine = testEngine()
  let guarded: GuardedEngine
  let app: RunningAppliance
  let id: string
  before(async () => {
    const clock = new ManualClock()
    guarded = guardEngine(engine, { clock, log: silentLog, budgetMs: 2_000 })
    app = await startAppliance({ scoring: guarded, clock })
    const body = specimenForm(claimed)
    const { data } = await call(`${app.url}/kyc/verify`, { key: app.liveKey, body })
    id = String(data.id)
    await app.finish(id)
  })
  after(() => app.close())

  const ask = () => call(`${app.url}/score/get`, { key: app.liveKey, json: { verificationId: id } })
  const refusedFor = async () => {
    const { status, headers } = await ask()
    assert.equal(status, 503)
    return headers.get('retry-after')
  }
  const failing = (reason: 'network' | 'timeout') => async (): Promise<EngineReply> => ({
    kind: 'unavailable',
    reason,
  })

  test('is a second while the engine is still being asked', async () => {
    engine.answer = failing('network')
    assert.equal(await refusedFor(), '1')
    assert.equal(guarded.circuit().kind, 'closed')
  })

  test('is what is left of the pause, rounded up, once it is not', async () => {
    engine.answer = failing('timeout')
    assert.equal(await refusedFor(), '10')
    app.clock.advance(1)
    assert.equal(await refusedFor(), '10')
    app.clock.advance(6_999)
    assert.equal(await refusedFor(), '3')
    app.clock.advance(2_999)
    assert.equal(await refusedFor(), '1')
  })

  test('is a second while a single question tries the engine, and holds what it says', async () => {
    app.clock.advance(1)
    const { promise, resolve } = Promise.withResolvers<EngineReply>()
    engine.answer = () => promise
    const trying = ask()
    await until(() => guarded.circuit().kind === 'half_open')
    assert.equal(await refusedFor(), '1')
    resolve({ kind: 'unavailable', reason: 'timeout' })
    assert.equal((await trying).headers.get('retry-after'), '10')
    app.clock.advance(10_000)
    engine.answer = async () => scoredReply()
    assert.equal((await ask()).status, 200)
  })
})

describe('without a scoring engine', () => {
  const app = openedBefore(startAppliance)

  const getScore = (verificationId: unknown, key: string) =>
    call(`${app.url}/score/get`, { key, json: { verificationId } })

  test('a live verification is skipped, and its score unavailable until there is one', async () => {
    const body = specimenForm({ ...claimed, score_requested: 'true' })
    const { data } = await call(`${app.url}/kyc/verify`, { key: app.liveKey, body })
    const detail = await app.finish(String(data.id))
    assert.deepEqual(
      [detail.status, detail.score, detail.metadata],
      ['approved', null, { scoring_skipped: true, scoring_error: 'UNAVAILABLE' }],
    )
    const { status, error, headers } = await getScore(data.id, app.liveKey)
    assert.deepEqual([status, error.code], [503, 'scoring_unavailable'])
    assert.equal(headers.get('retry-after'), '3600')
  })

  test('the sandbox gives scores all the same', async () => {
    const { data } = await verifyInSandbox(app)
    assert.equal((await getScore(data.id, app.sandboxKey)).status, 200)
  })
})
