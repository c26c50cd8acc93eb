// Slow: takes a second of processor time. attached.test.ts attaches scores in the fast lane.
// Not again on PostgreSQL: test/store and flow/on-postgres.test.ts send its statements there.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openAppliance } from '../../../server/appliance.ts'
import { silentLog } from '../../../server/kernel/log.ts'
import type { EngineReply } from '../../../server/scoring/engine.ts'
import { serve } from '../../../server/serve.ts'
import { findVerification } from '../../../server/verifications/verification-view.ts'
import { call } from '../../support/api-client.ts'
import { onSqlite } from '../../support/postgres.ts'
import { scoredReply, type TestEngine, testEngine } from '../../support/score.ts'
import { until } from '../../support/turns.ts'
import { openScoreScene, type ScoreScene, skippedMetadata } from './score-scene.ts'

type Answer = (scene: ScoreScene) => TestEngine['answer']

/** Nothing that an engine does keeps a verification from its end. */
const troubles: Readonly<Record<string, Answer>> = {
  down: () => async () => ({ kind: 'unavailable', reason: 'network' }),
  'behind an open breaker': () => async () => ({ kind: 'unavailable', reason: 'circuit_open' }),
  'slow, beyond its budget':
    ({ app }) =>
    async () => {
      app.clock.advance(2000)
      return { kind: 'unavailable', reason: 'timeout' }
    },
  'silent for ever':
    ({ app }) =>
    () => {
      queueMicrotask(() => app.clock.advance(35_000))
      return new Promise<EngineReply>(() => {})
    },
  throwing: () => () => Promise.reject(new Error('broken')),
  'lying about its bounds': () => async () => scoredReply({ score: 1001 }),
  'lying about its confidence': () => async () => scoredReply({ confidence: 2 }),
}

describe('a scoring engine that is', () => {
  for (const [what, answer] of Object.entries(troubles)) {
    test(`${what} costs the score and nothing else`, async (t) => {
      const scene = await openScoreScene(t)
      const { app, receiver, engine, submit, settled, metered } = scene
      const json = { url: `${receiver.url}/live`, events: ['verification.completed'] }
      await call(`${app.url}/webhooks`, { key: app.liveKey, json })
      engine.answer = answer(scene)
      const id = await submit()
      const { status, score, metadata } = await app.finish(id)
      assert.deepEqual([status, score, metadata], ['approved', null, skippedMetadata])
      await settled()
      assert.equal(receiver.arrivals[0]?.json.data.verificationId, id, 'the scored body')
      assert.equal(receiver.arrivals[0]?.json.data.score, null)
      assert.equal(engine.asked.length, 1)
      assert.deepEqual(metered(id), ['kyc.verify'])
    })
  }
})

describe('cut off after the engine’s answer', () => {
  test(
    'and before the commit, nothing is kept, and all of it by the next run',
    onSqlite,
    async (t) => {
      const { app, engine, submit, exec, metered } = await openScoreScene(t)
      exec(
        `create trigger full before insert on usage_events begin select raise(abort, 'full'); end`,
      )
      const id = await submit()
      while (engine.asked.length === 0) {
        app.clock.advance(1000)
        await app.server.jobs.idle()
      }
      const cut = await findVerification(app.appliance.db.reader, id)
      assert.deepEqual([cut?.status, cut?.scoring.state], ['pending', 'requested'])
      assert.equal(await countScores(app.appliance), 0)
      exec('drop trigger full')
      const { status, score } = await app.finish(id)
      assert.equal(status, 'approved')
      assert.equal((score as { score: number }).score, 612)
      assert.deepEqual(engine.asked[0], engine.asked[1], 'the same features leave again')
      assert.equal(await countScores(app.appliance), 1)
      assert.deepEqual(metered(id), ['kyc.verify', 'score.get'])
    },
  )

  test('by our own stop while it is asked, it is asked again after the start', async (t) => {
    const { app, engine, submit, metered } = await openScoreScene(t)
    engine.answer = () => new Promise(() => {})
    const id = await submit()
    const isAsked = () => engine.asked.length > 0
    while (!isAsked()) {
      app.clock.advance(1000)
      // No faster than the work goes: while the engine is asked it is never idle.
      await Promise.race([app.server.jobs.idle(), until(isAsked)])
    }
    let isStopped = false
    const stopping = app.server.stop().then(() => {
      isStopped = true
    })
    await until(() => {
      app.clock.advance(1000)
      return isStopped
    })
    await stopping
    const { config, secrets } = app.appliance
    const parts = { clock: app.clock, log: silentLog, scoring: testEngine() }
    const again = await openAppliance({ config, secrets }, parts)
    const server = await serve(again, { runsSchedule: false })
    t.after(() => server.stop())
    await server.jobs.idle()
    const ended = await findVerification(again.db.reader, id)
    assert.deepEqual([ended?.status, ended?.scoring.state], ['approved', 'attached'])
    assert.deepEqual(metered(id), ['kyc.verify', 'score.get'])
  })
})

async function countScores({ db }: ScoreScene['app']['appliance']): Promise<number> {
  return (await db.reader.selectFrom('scores').select('id').execute()).length
}
