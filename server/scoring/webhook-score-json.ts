// The wire shape of a score in events (specification 2.4, rulings 5.1): five of the fields that the API shows.

import { z } from 'zod'
import { idText, type Wire } from '../kernel/wire-schema.ts'
import { bandOf, bands, scoreMax } from './bands.ts'
import type { Score } from './score.ts'

export const scoreFields = {
  score: z.int().min(0).max(scoreMax).describe('The higher, the better.'),
  band: z
    .enum(bands)
    .describe('`low` 0 to 299, `medium` 300 to 549, `high` 550 to 799, `premium` 800 to 1000.'),
  bandDescription: z.string().describe('What the band means.'),
  confidence: z.number().min(0).max(1).describe('How sure the model is.'),
}

export const webhookScoreSchema = z
  .object({ id: idText('scr', 'Id of the score.'), ...scoreFields })
  .meta({ id: 'WebhookScore' })

export type WebhookScoreJson = Wire<typeof webhookScoreSchema>

export const webhookScoreExample: WebhookScoreJson = {
  id: 'scr_01kb5h3m9q7r2s4t6v8w0x1y2z',
  score: 712,
  band: 'high',
  bandDescription: 'Good profile',
  confidence: 0.87,
}

export function webhookScoreJson(score: Score): WebhookScoreJson {
  const { band, description } = bandOf(score.score)
  return {
    id: score.id,
    score: score.score,
    band,
    bandDescription: description,
    confidence: score.confidence,
  }
}
