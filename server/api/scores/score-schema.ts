// Schemas of the JSON of `score-json`, for the OpenAPI document.

import { z } from 'zod'
import { idText, instantText, wireSchema } from '../../kernel/wire-schema.ts'
import { bands, scoreMax } from '../../scoring/bands.ts'
import type { ScoreJson, WebhookScoreJson } from '../../scoring/score-json.ts'

const scoreFields = {
  score: z.int().min(0).max(scoreMax).describe('The higher, the better.'),
  band: z
    .enum(bands)
    .describe('`low` 0 to 299, `medium` 300 to 549, `high` 550 to 799, `premium` 800 to 1000.'),
  bandDescription: z.string().describe('What the band means.'),
  confidence: z.number().min(0).max(1).describe('How sure the model is.'),
}

export const scoreSchema = wireSchema<ScoreJson>()(
  z
    .object({
      scoreId: idText('scr', 'Id of the score.'),
      ...scoreFields,
      modelVersion: z.string().describe('Version of the scoring model.'),
      computedAt: instantText('When it was computed.'),
      featuresUsed: z.array(z.string()).describe('Names of features, never values.'),
      flags: z.array(z.string()).describe('Risk flags; usually empty.'),
    })
    .meta({ id: 'Score' }),
)

export const webhookScoreSchema = wireSchema<WebhookScoreJson>()(
  z.object({ id: idText('scr', 'Id of the score.'), ...scoreFields }).meta({ id: 'WebhookScore' }),
)

export const scoreExample: ScoreJson = {
  scoreId: 'scr_01kb5h3m9q7r2s4t6v8w0x1y2z',
  score: 712,
  band: 'high',
  bandDescription: 'Good profile',
  confidence: 0.87,
  modelVersion: '2026.10',
  computedAt: '2026-11-21T09:30:14.207Z',
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
  flags: [],
}

export const webhookScoreExample: WebhookScoreJson = {
  id: scoreExample.scoreId,
  score: scoreExample.score,
  band: scoreExample.band,
  bandDescription: scoreExample.bandDescription,
  confidence: scoreExample.confidence,
}
