// Slow: takes half a second of processor time and more. flow/scoring/attached.test.ts asks for scores in the fast lane.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { EngineReply, EngineTrouble } from '../../../server/scoring/engine.ts'
import { featureNames } from '../../../server/scoring/features.ts'
import { readScoringReference } from '../../../server/scoring/read-reference.ts'
import {
  askEngine,
  requestScore,
  type ScoreSubject,
} from '../../../server/scoring/request-score.ts'
import { captureLog } from '../../support/captured-log.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { scoredReply, type TestEngine, testEngine } from '../../support/score.ts'
import { turns } from '../../support/turns.ts'

const subject: ScoreSubject = {
  verificationId: 'ver_1',
  requestIdFor: () => '6f1f0c9a-1f0e-4c1e-9a55-0d4a4f0d9b11',
  country: 'MA',
  idType: 'passport',
  resultCode: '0810',
  document: 'passed',
  liveness: 'passed',
  submittedAt: Date.UTC(2026, 10, 21, 9),
}
const scoringReference = readScoringReference()

function openNeeds(scoring: TestEngine | undefined = testEngine()) {
  const clock = new ManualClock()
  const { log, of } = captureLog(clock)
  return { needs: { scoring, scoringReference, clock, log }, clock, logged: of }
}

/** What becomes of a score when the engine answers this. */
async function after(answer: TestEngine['answer']) {
  const engine = testEngine()
  engine.answer = answer
  return requestScore(openNeeds(engine).needs, subject, new AbortController().signal)
}

describe('asking for a score', () => {
  test('gives what the engine says, with an id, the time and the names of the features', async () => {
    const engine = testEngine()
    const { needs, clock } = openNeeds(engine)
    const reply = await requestScore(needs, subject, new AbortController().signal)
    assert.ok(reply.kind === 'scored')
    const { id, ...score } = reply.score
    assert.match(id, /^scr_[0-9a-z]{26}$/)
    assert.deepEqual(score, {
      score: 612,
      confidence: 0.75,
      modelVersion: 'test-1',
      flags: [],
      computedAt: clock.now(),
      featuresUsed: featureNames,
      referenceVersion: scoringReference.version,
      features: { set: 1, values: engine.asked[0] },
    })
    assert.equal(clock.pendingCount, 0, 'leaves no timer behind')
  })

  test('the log ties the verification to the id that the engine was asked under', async () => {
    const engine = testEngine()
    const { needs, logged } = openNeeds(engine)
    const ask = () => requestScore(needs, subject, new AbortController().signal)
    const requestId = '6f1f0c9a-1f0e-4c1e-9a55-0d4a4f0d9b11'
    const answers: readonly EngineReply[] = [
      { ...scoredReply(), requestId },
      { kind: 'unavailable', reason: 'timeout', requestId },
      { kind: 'unavailable', reason: 'circuit_open' },
    ]
    for (const answer of answers) {
      engine.answer = async () => answer
      await ask()
    }
    const lines = [...logged('score_computed'), ...logged('score_unavailable')]
    assert.deepEqual(
      lines.map((line) => [line.verification_id, line.reason, line.engine_request_id]),
      [
        ['ver_1', undefined, requestId],
        ['ver_1', 'timeout', requestId],
        ['ver_1', 'circuit_open', undefined],
      ],
    )
  })

  test('without an engine is unavailable', async () => {
    const { clock, log } = openNeeds().needs
    const needs = { scoring: undefined, scoringReference, clock, log }
    const reply = await requestScore(needs, subject, new AbortController().signal)
    assert.deepEqual(reply, { kind: 'unavailable', reason: 'not_configured' })
  })

  const troubles: readonly EngineTrouble[] = ['timeout', 'network', 'circuit_open', 'server_error']
  for (const reason of troubles) {
    test(`is unavailable when the engine is, because of ${reason}, and the log says so`, async () => {
      const engine = testEngine()
      engine.answer = async () => ({ kind: 'unavailable', reason })
      const { needs, logged } = openNeeds(engine)
      const reply = await requestScore(needs, subject, new AbortController().signal)
      assert.deepEqual(reply, { kind: 'unavailable', reason })
      const [line] = logged('score_unavailable')
      assert.deepEqual([line?.verification_id, line?.reason], ['ver_1', reason])
    })
  }

  const lies = {
    score: {
      'a score of 1001': { score: 1001 },
      'a score below 0': { score: -1 },
      'half a point': { score: 500.5 },
      'no number': { score: Number.NaN },
      'a text for a score': { score: '500' },
      'no score': { score: undefined },
    },
    confidence: {
      'a confidence above 1': { confidence: 1.01 },
      'a confidence below 0': { confidence: -0.01 },
      'no confidence': { confidence: null },
    },
    model_version: {
      'no model': { modelVersion: '' },
      'a model of a page': { modelVersion: 'x'.repeat(101) },
      'a model with a line break': { modelVersion: 'a\nb' },
      'a model with a name in it': { modelVersion: 'Awa Testou' },
    },
    flags: {
      'a flag with a name in it': { flags: ['Awa Testou'] },
      'a flag of digits': { flags: ['1990199100042'] },
      'flags without end': { flags: Array(21).fill('a') },
      'one flag for a list': { flags: 'a' },
    },
  }
  for (const [fault, told] of Object.entries(lies)) {
    for (const [what, lie] of Object.entries<object>(told)) {
      test(`takes ${what} for no answer, and the log says that ${fault} is at fault`, async () => {
        const engine = testEngine()
        engine.answer = async () => ({ ...scoredReply(), ...lie })
        const { needs, logged } = openNeeds(engine)
        const reply = await requestScore(needs, subject, new AbortController().signal)
        assert.deepEqual(reply, { kind: 'unavailable', reason: 'bad_answer', fault })
        assert.equal(logged('score_unavailable')[0]?.reason, `bad_answer:${fault}`)
      })
    }
  }

  test('survives an engine that throws, at once or later', async () => {
    const broken = { kind: 'unavailable', reason: 'bad_answer' }
    assert.deepEqual(await after(() => Promise.reject(new Error('broken'))), broken)
    const atOnce = () => {
      throw new Error('broken')
    }
    assert.deepEqual(await after(atOnce), broken)
  })

  test('does not wait for ever for an engine that keeps no budget, and lets it know', async () => {
    const engine = testEngine()
    const signals: (AbortSignal | undefined)[] = []
    engine.answer = (_, signal) => {
      signals.push(signal)
      return new Promise(() => {})
    }
    const { needs, clock } = openNeeds(engine)
    const asked = requestScore(needs, subject, new AbortController().signal)
    clock.advance(35_000)
    assert.deepEqual(await asked, { kind: 'unavailable', reason: 'timeout' })
    assert.deepEqual(
      signals.map((signal) => signal?.aborted),
      [true],
    )
  })

  test('ends when nobody waits any more', async () => {
    const engine = testEngine()
    engine.answer = () => new Promise(() => {})
    const { needs, clock } = openNeeds(engine)
    const gone = new AbortController()
    const asked = requestScore(needs, subject, gone.signal)
    await turns(1)
    gone.abort()
    assert.deepEqual(await asked, { kind: 'unavailable', reason: 'aborted' })
    assert.equal(clock.pendingCount, 0)
  })

  test('whatever the engine answers, gives a score within bounds or none', async () => {
    const anything = fc.oneof(
      fc.anything(),
      fc.record(
        {
          kind: fc.constantFrom('scored', 'unavailable', 'x'),
          score: fc.oneof(fc.integer({ min: -10, max: 1010 }), fc.double(), fc.anything()),
          confidence: fc.oneof(fc.double({ min: -0.5, max: 1.5 }), fc.anything()),
          modelVersion: fc.oneof(fc.string(), fc.constant('m-1')),
          flags: fc.oneof(fc.array(fc.string()), fc.constant([]), fc.anything()),
          reason: fc.constant('timeout'),
        },
        { requiredKeys: [] },
      ),
    )
    let scored = 0
    await fc.assert(
      fc.asyncProperty(anything, async (answer) => {
        const reply = await after(async () => answer as EngineReply)
        if (reply.kind === 'unavailable') return
        scored += 1
        const { score, confidence } = reply.score
        assert.ok(Number.isInteger(score) && score >= 0 && score <= 1000)
        assert.ok(confidence >= 0 && confidence <= 1)
      }),
      { numRuns: 700, seed: 4 },
    )
    assert.ok(scored > 0, 'some of them are good answers')
  })
})

describe('what reaches the engine', () => {
  test('is the eight features, whatever else the object has', async () => {
    const planted = { firstName: 'Awa', idNumber: '1990199100042', dateOfBirth: '1991-02-03' }
    const engine = testEngine()
    const { needs } = openNeeds(engine)
    await requestScore(needs, { ...subject, ...planted }, new AbortController().signal)
    assert.deepEqual(Object.keys(engine.asked[0] ?? {}), [...featureNames])
  })

  test('is nothing, where anything else is about to leave', async () => {
    const engine = testEngine()
    const { needs } = openNeeds(engine)
    const reply = await askEngine(needs, { first_name: 'Awa' }, new AbortController().signal)
    assert.deepEqual(reply, { kind: 'unavailable', reason: 'features_refused' })
    assert.deepEqual(engine.asked, [])
  })

  test('holds no name, number or date, wherever they are planted', async () => {
    const canary = fc.record({
      name: fc.string({ minLength: 4, maxLength: 30 }).map((text) => `Zq${text}`),
      number: fc.stringMatching(/^[1-9]\d{8,14}$/),
      date: fc
        .date({ min: new Date('1900-01-01'), max: new Date('2010-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10)),
    })
    await fc.assert(
      fc.asyncProperty(canary, async ({ name, number, date }) => {
        const engine = testEngine()
        const { needs } = openNeeds(engine)
        const extra = { firstName: name, lastName: name, idNumber: number, dateOfBirth: date }
        const planted = [name, number, date].map((text) => ({
          ...subject,
          ...extra,
          verificationId: text,
          resultCode: text,
        }))
        for (const one of planted) await requestScore(needs, one, new AbortController().signal)
        const sent = JSON.stringify(engine.asked)
        assert.equal(engine.asked.length, 3)
        for (const text of [name, number, date, date.replaceAll('-', '')]) {
          assert.ok(!sent.includes(JSON.stringify(text).slice(1, -1)), text)
        }
      }),
      { numRuns: 500, seed: 4 },
    )
  })
})
