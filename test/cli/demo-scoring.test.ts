// Slow: starts the demo.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { RecordedRequest } from '../../server/demo/scoring-engine/request-history.ts'
import { call } from '../support/api-client.ts'
import { claimed, specimenForm } from '../support/specimens.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { type Demo, startDemo } from './running-demo.ts'

async function verify(demo: Demo, number: string): Promise<Record<string, unknown>> {
  const body = specimenForm({ ...claimed, id_number: number, score_requested: 'true' })
  const { data } = await call(`${demo.url}/kyc/verify`, { key: demo.liveKey, body })
  for (;;) {
    const url = `${demo.url}/kyc/verifications/${data.id}`
    const detail = (await call(url, { key: demo.liveKey })).data
    if (detail.status !== 'pending') return detail
    // The demo's own limit of requests a minute holds for tests too.
    await pause(100)
  }
}

const skipped = { scoring_skipped: true, scoring_error: 'UNAVAILABLE' }

describe('scores in the demo', () => {
  test('come from the stand-in, fail for the numbers that say so, and for no other', async (t) => {
    const demo = await startDemo(t, tempFolder(t))
    // All at once: which question is meant to fail is known even so.
    const numbers = [
      '1990199100042',
      'DEMO-SCORE-DOWN',
      'demo-score-slow',
      '1990199100043',
      'DEMO-SCORE-DOWN',
    ]
    const [plain, down, slow, other, again] = await Promise.all(
      numbers.map((number) => verify(demo, number)),
    )
    for (const detail of [plain, down, slow, other, again]) assert.equal(detail?.status, 'approved')
    for (const detail of [plain, other]) assert.notEqual(detail?.score, null)
    for (const detail of [down, slow, again]) {
      assert.deepEqual([detail?.score, detail?.metadata], [null, skipped])
    }

    const asked = { key: demo.liveKey, json: { verificationId: down?.id } }
    const later = await call(`${demo.url}/score/get`, asked)
    assert.equal(later.status, 200)
    const answer = await fetch(`${demo.scoringUrl}/requests`)
    const { requests } = (await answer.json()) as { requests: RecordedRequest[] }
    const good = requests.filter(({ mode }) => mode === 'ok')
    const scores = good.map((question) => question.answer?.score)
    assert.equal(scores.length, 3)
    assert.ok(scores.includes(Number(later.data.score)))
    assert.ok(!JSON.stringify(requests).includes('DEMO-SCORE'))
  })
})
