import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openLog } from '../../../server/kernel/log.ts'
import type { EngineReply, EngineTrouble } from '../../../server/scoring/engine.ts'
import { type GuardedEngine, guardEngine } from '../../../server/scoring/guarded-engine.ts'
import { features } from '../../flow/scoring/engine-scene.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { scoredReply, testEngine } from '../../support/score.ts'
import { turns } from '../../support/turns.ts'

function setUp() {
  const clock = new ManualClock()
  const engine = testEngine()
  const lines: string[] = []
  const log = openLog((line) => lines.push(line), { clock })
  const guarded = guardEngine(engine, { clock, log, budgetMs: 2_000 })
  const replies = (...given: readonly (EngineTrouble | 'scored')[]) => {
    const queue = given.map(replyOf)
    engine.answer = async () => queue.shift() ?? scoredReply()
  }
  const askTimes = async (times: number) => {
    const got: string[] = []
    for (let time = 0; time < times; time += 1) {
      const reply = await guarded.score(features)
      got.push(reply.kind === 'scored' ? 'scored' : reply.reason)
    }
    return got
  }
  return { clock, engine, guarded, lines, replies, askTimes }
}

function replyOf(word: EngineTrouble | 'scored'): EngineReply {
  return word === 'scored' ? scoredReply() : { kind: 'unavailable', reason: word }
}

/** One that is tried by the next question, ten seconds after one that took all of its time. */
async function setUpToTry() {
  const scene = setUp()
  scene.replies('timeout')
  await scene.askTimes(1)
  scene.clock.advance(10_000)
  return scene
}

describe('a guarded engine', () => {
  test('is not called any more after one question took all of its time', async () => {
    const { engine, replies, askTimes, lines } = setUp()
    replies('timeout')
    assert.deepEqual(await askTimes(3), ['timeout', 'circuit_open', 'circuit_open'])
    assert.equal(engine.asked.length, 1)
    assert.match(lines.join(), /scoring_circuit_opened/)
  })

  for (const trouble of [
    'network',
    'rejected',
    'rate_limited',
    'server_error',
    'bad_answer',
  ] as const) {
    test(`is not called any more after five times ${trouble} in a row`, async () => {
      const { engine, replies, askTimes } = setUp()
      const five = [trouble, trouble, trouble, trouble, trouble] as const
      replies(...five)
      assert.deepEqual(await askTimes(6), [...five, 'circuit_open'])
      assert.equal(engine.asked.length, 5)
    })
  }

  test('is not called any more after one failure that took more than a quarter of its time', async () => {
    const { clock, engine, askTimes, lines } = setUp()
    engine.answer = async () => {
      clock.advance(501)
      return replyOf('server_error')
    }
    assert.deepEqual(await askTimes(2), ['server_error', 'circuit_open'])
    assert.equal(engine.asked.length, 1)
    assert.match(lines.join(), /scoring_circuit_opened/)
  })

  test('may take its time for a score, and a quarter of it for a failure', async () => {
    const { clock, engine, askTimes, guarded } = setUp()
    engine.answer = async () => {
      clock.advance(1_999)
      return scoredReply()
    }
    assert.deepEqual(await askTimes(3), ['scored', 'scored', 'scored'])
    engine.answer = async () => {
      clock.advance(500)
      return replyOf('rejected')
    }
    await askTimes(1)
    assert.deepEqual(guarded.circuit(), { kind: 'closed', failuresInRow: 1 })
  })

  test('bears quick failures between answers', async () => {
    const { replies, askTimes, guarded } = setUp()
    replies('network', 'network', 'network', 'network', 'scored', 'network', 'server_error')
    await askTimes(7)
    assert.deepEqual(guarded.circuit(), { kind: 'closed', failuresInRow: 2 })
  })

  test('is tried by one question after ten seconds, and called again once that is answered', async () => {
    const { clock, engine, replies, askTimes, lines } = setUp()
    replies('timeout', 'timeout', 'scored')
    await askTimes(1)
    clock.advance(9_999)
    assert.deepEqual(await askTimes(1), ['circuit_open'])
    clock.advance(1)
    assert.deepEqual(await askTimes(2), ['timeout', 'circuit_open'])
    clock.advance(10_000)
    assert.deepEqual(await askTimes(2), ['scored', 'scored'])
    assert.equal(engine.asked.length, 4)
    assert.match(lines.join(), /scoring_circuit_closed/)
  })

  test('lets one question through at a time while it is tried', async () => {
    const { engine, guarded, askTimes } = await setUpToTry()
    const { promise, resolve } = Promise.withResolvers<EngineReply>()
    engine.answer = () => promise
    const probe = guarded.score(features)
    assert.deepEqual(await askTimes(2), ['circuit_open', 'circuit_open'])
    resolve(scoredReply())
    assert.equal((await probe).kind, 'scored')
    assert.equal(guarded.circuit().kind, 'closed')
  })

  test('is not judged by questions that we broke off or refused to send ourselves', async () => {
    const { replies, askTimes, guarded } = setUp()
    replies('aborted', 'features_refused', 'aborted', 'aborted', 'aborted', 'aborted')
    await askTimes(6)
    assert.deepEqual(guarded.circuit(), { kind: 'closed', failuresInRow: 0 })
  })

  test('may be tried again after a second where a bug ended the question that tried it', async () => {
    const { clock, engine, guarded, askTimes } = await setUpToTry()
    engine.answer = () => Promise.reject(new Error('a bug'))
    await assert.rejects(guarded.score(features))
    engine.answer = async () => scoredReply()
    assert.deepEqual(await askTimes(1), ['circuit_open'])
    clock.advance(1_000)
    assert.deepEqual(await askTimes(1), ['scored'])
  })
})

describe('a guarded engine whose calls are aborted', () => {
  /** A caller that asks, and leaves while the engine is still at it. */
  async function leaveEarly(guarded: GuardedEngine) {
    const caller = new AbortController()
    const asked = guarded.score(features, caller.signal)
    caller.abort()
    return asked
  }

  test('lets them go at once, and is judged by the answer that comes after them', async () => {
    const { engine, guarded, askTimes } = setUp()
    const { promise, resolve } = Promise.withResolvers<EngineReply>()
    const signals: (AbortSignal | undefined)[] = []
    engine.answer = (_, signal) => {
      signals.push(signal)
      return promise
    }
    assert.deepEqual(await leaveEarly(guarded), replyOf('aborted'))
    assert.ok(signals.every((signal) => signal?.aborted !== true))
    resolve(replyOf('timeout'))
    await turns(1)
    assert.deepEqual(await askTimes(1), ['circuit_open'])
    assert.equal(engine.asked.length, 1)
  })

  test('is tried by one question only, also where each of those who ask leaves', async () => {
    const { engine, guarded } = await setUpToTry()
    const { promise, resolve } = Promise.withResolvers<EngineReply>()
    engine.answer = () => promise
    assert.deepEqual(await leaveEarly(guarded), replyOf('aborted'))
    assert.deepEqual(await leaveEarly(guarded), replyOf('circuit_open'))
    assert.equal(engine.asked.length, 2)
    resolve(scoredReply())
    await turns(1)
    assert.equal(guarded.circuit().kind, 'closed')
  })

  test('is not asked for a call that was aborted before, and survives a bug after an abort', async () => {
    const { engine, guarded } = setUp()
    assert.deepEqual(await guarded.score(features, AbortSignal.abort()), replyOf('aborted'))
    assert.equal(engine.asked.length, 0)
    engine.answer = () => Promise.reject(new Error('a bug'))
    assert.deepEqual(await leaveEarly(guarded), replyOf('aborted'))
    await turns(1)
    assert.equal(guarded.circuit().kind, 'closed')
  })
})
