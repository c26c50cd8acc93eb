import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { scoreJson } from '../../../server/api/scores/score-api.ts'
import { webhookScoreJson } from '../../../server/scoring/webhook-score-json.ts'
import { aScore } from '../../support/score.ts'

const score = aScore({ id: 'scr_1', score: 300, confidence: 0.25, flags: ['velocity'] })

describe('a score on the wire', () => {
  test('over REST has every field of the contract, in its order', () => {
    assert.equal(
      JSON.stringify(scoreJson(score)),
      JSON.stringify({
        scoreId: 'scr_1',
        score: 300,
        band: 'medium',
        bandDescription: 'Moderate risk',
        confidence: 0.25,
        modelVersion: 'test-1',
        computedAt: '2026-11-21T09:00:00.000Z',
        featuresUsed: [
          'document_authenticity_score',
          'liveness_score',
          'country_risk_band',
          'id_type_weight',
          'age_band',
          'verification_timestamp',
          'day_of_week',
          'hour_of_day',
        ],
        flags: ['velocity'],
      }),
    )
  })

  test('in a webhook has five', () => {
    assert.equal(
      JSON.stringify(webhookScoreJson(score)),
      '{"id":"scr_1","score":300,"band":"medium","bandDescription":"Moderate risk","confidence":0.25}',
    )
  })
})
