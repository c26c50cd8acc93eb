import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import {
  type DemoEngine,
  type DemoEngineOptions,
  startDemoEngine,
} from '../../../server/demo/scoring-engine/engine.ts'
import { scoreByCard, showCard } from '../../../server/demo/scoring-engine/scorecard.ts'
import { createEngineClient } from '../../../server/scoring/engine-client.ts'
import { featureNames } from '../../../server/scoring/features.ts'
import { loopbackFetch } from '../../support/loopback-fetch.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { badAnswer, features, unavailable, withoutId } from '../scoring/engine-scene.ts'

async function setUp(t: TestContext, options: Partial<DemoEngineOptions> = {}) {
  const engine = await startDemoEngine({ token: 't0ken', ...options })
  const clientOf = (path = '', token = 't0ken', timeoutMs = path === '/slow' ? 1_000 : 30_000) => {
    const url = new URL(`${engine.url}/v1/score${path}`)
    const client = createEngineClient(loopbackFetch(), { url, token, timeoutMs })
    t.after(() => client.close())
    return client
  }
  t.after(() => engine.close())
  return { engine, clientOf, json: (path: string) => readJson(engine, path) }
}

interface Told {
  readonly requests: readonly {
    readonly request_id: string
    readonly answer: { readonly score: number; readonly request_id: string } | null
    readonly explanation: readonly unknown[] | null
    readonly features: unknown
  }[]
}

async function readJson(engine: DemoEngine, path: string): Promise<Told> {
  return (await fetch(`${engine.url}${path}`)).json() as Promise<Told>
}

function control(engine: DemoEngine, mode: string, type = 'application/json') {
  const body = JSON.stringify({ mode })
  return fetch(`${engine.url}/control`, { method: 'POST', headers: { 'Content-Type': type }, body })
}

describe('the scorecard', () => {
  test('adds its points up to the score, each with the row that it comes from', () => {
    const { score, explanation } = scoreByCard(features)
    assert.deepEqual(
      explanation.map(({ feature, attribute, points }) => [feature, attribute, points]),
      [
        ['document_authenticity_score', '0.9 or more', 350],
        ['liveness_score', '0.9 or more', 170],
        ['country_risk_band', 'standard', 40],
        ['id_type_weight', '0.8 or more', 70],
        ['age_band', '25-34', 25],
        ['verification_timestamp', 'anything else', 0],
        ['day_of_week', 'anything else', 10],
        ['hour_of_day', '8 to 17', 130],
      ],
    )
    assert.equal(score, 795)
  })

  test('gives 1000 to the best rows and stays in bounds with the worst', () => {
    const best = showCard().map(({ rows }) => Math.max(...rows.map(({ points }) => points)))
    const worst = showCard().map(({ rows }) => Math.min(...rows.map(({ points }) => points)))
    const sum = (points: readonly number[]) => points.reduce((total, next) => total + next, 0)
    assert.equal(sum(best), 1000)
    assert.ok(sum(worst) >= 0 && sum(worst) < 300)
    assert.deepEqual(
      showCard().map(({ feature }) => feature),
      featureNames,
    )
  })

  test('knows every band: by the document, and by the face', () => {
    const scoreOf = (document: number, liveness: number) =>
      scoreByCard({
        ...features,
        day_of_week: 3,
        document_authenticity_score: document,
        liveness_score: liveness,
      }).score
    assert.deepEqual(
      [scoreOf(1, 1), scoreOf(0.8, 1), scoreOf(0.2, 1), scoreOf(0.2, 0)],
      [815, 665, 465, 295],
    )
  })
})

describe('the stand-in for the scoring engine', () => {
  test('gives the same score for the same features, and explains it', async (t) => {
    const { clientOf, json } = await setUp(t)
    const client = clientOf()
    const first = await client.score(features)
    assert.deepEqual(withoutId(await client.score(features)), withoutId(first))
    assert.equal(first.kind === 'scored' && first.score, 795)
    const { requests } = await json('/requests')
    assert.equal(requests.length, 2)
    assert.equal(requests[0]?.answer?.score, 795)
    assert.equal(requests[0]?.answer?.request_id, requests[0]?.request_id)
    assert.equal(requests[0]?.explanation?.length, 8)
    assert.deepEqual(requests[0]?.features, features)
  })

  test('shows what it answered: nothing when it is down, a lie without reasons, a late score', async (t) => {
    const { clientOf, json } = await setUp(t)
    const ids: unknown[] = []
    for (const path of ['/down', '/lying', '/slow']) {
      ids.unshift((await clientOf(path).score(features)).requestId)
    }
    const { requests } = await json('/requests')
    const shown = requests.map(({ answer, explanation }) => [answer?.score, explanation?.length])
    // A question whose connection broke is asked twice.
    const nothing = [undefined, undefined]
    assert.deepEqual(shown, [[795, 8], [1795, undefined], nothing, nothing])
    const told = [requests[0], requests[1], requests[2]].map((asked) => asked?.request_id)
    assert.deepEqual(told, ids, 'we know each by the same id')
    assert.equal(requests[2]?.request_id, requests[3]?.request_id)
  })

  test('remembers the last fifty questions, newest first', async (t) => {
    const clock = new ManualClock()
    const { clientOf, engine } = await setUp(t, { clock })
    const client = clientOf()
    for (let question = 0; question < 52; question += 1) {
      clock.advance(1)
      await client.score(features)
    }
    const times = engine.requests().map(({ asked_at }) => asked_at)
    assert.equal(times.length, 50)
    assert.deepEqual(times, times.toSorted().reverse())
  })

  test('answers nobody without its token, and notes nothing of them', async (t) => {
    const { clientOf, engine } = await setUp(t)
    const reply = await clientOf('', 'other').score(features)
    assert.deepEqual(withoutId(reply), unavailable('rejected'))
    assert.deepEqual(engine.requests(), [])
  })

  test('takes nothing but the contract', async (t) => {
    const { engine } = await setUp(t)
    const headers = { Authorization: 'Bearer t0ken', 'Content-Type': 'application/json' }
    const request_id = '6f1f0c9a-1f0e-4c1e-9a55-0d4a4f0d9b11'
    for (const body of [{ features }, { request_id, features: { ...features, name: 'Awa' } }, {}]) {
      const asked = { method: 'POST', headers, body: JSON.stringify(body) }
      assert.equal((await fetch(`${engine.url}/v1/score`, asked)).status, 400)
    }
    assert.equal((await fetch(`${engine.url}/v1/score`)).status, 404)
  })

  const faults = {
    down: unavailable('network'),
    slow: unavailable('timeout'),
    lying: badAnswer('score'),
  }
  for (const [mode, trouble] of Object.entries(faults)) {
    test(`is ${mode} for every request once set, until it is changed`, async (t) => {
      const { engine, clientOf, json } = await setUp(t)
      assert.equal((await control(engine, mode)).status, 200)
      assert.deepEqual(await json('/control'), { mode })
      const client = mode === 'slow' ? clientOf('', 't0ken', 1_000) : clientOf()
      assert.deepEqual(withoutId(await client.score(features)), trouble)
      await control(engine, 'ok')
      assert.equal((await clientOf().score(features)).kind, 'scored')
    })

    test(`is ${mode} for one question alone at its path`, async (t) => {
      const { clientOf } = await setUp(t)
      assert.deepEqual(withoutId(await clientOf(`/${mode}`).score(features)), trouble)
      assert.equal((await clientOf().score(features)).kind, 'scored')
    })
  }

  test('is not steered by a page that cannot say that it sends JSON, nor by other words', async (t) => {
    const { engine, json } = await setUp(t)
    assert.equal((await control(engine, 'down', 'text/plain')).status, 400)
    assert.equal((await control(engine, 'sideways')).status, 400)
    assert.deepEqual(await json('/control'), { mode: 'ok' })
  })
})
