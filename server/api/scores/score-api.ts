// The wire shape of a score (specification 2.4 and 4.4, rulings 5.1): the request, the response and how one becomes
// the other.

import { z } from 'zod'
import { toIso } from '../../kernel/clock.ts'
import { typeFault } from '../../kernel/field-shape.ts'
import { parseOrRefuse } from '../../kernel/parse-or-refuse.ts'
import { idText, instantText, type Wire } from '../../kernel/wire-schema.ts'
import { bandOf } from '../../scoring/bands.ts'
import type { Score } from '../../scoring/score.ts'
import { scoreFields, webhookScoreExample } from '../../scoring/webhook-score-json.ts'

export const scoreRequestSchema = z
  .object({
    verificationId: z
      .string({
        error: typeFault('verificationId', 'the id of a verification, such as ver_01kx…'),
      })
      .meta({
        description: 'Id of a verification of the key’s environment that was approved or declined.',
        example: 'ver_01kb5h3m9q7r2s4t6v8w0x1y2z',
      }),
  })
  .meta({ id: 'ScoreRequest' })

export const scoreSchema = z
  .object({
    scoreId: idText('scr', 'Id of the score.'),
    ...scoreFields,
    modelVersion: z.string().describe('Version of the scoring model.'),
    computedAt: instantText('When it was computed.'),
    featuresUsed: z.array(z.string()).describe('Names of features, never values.'),
    flags: z.array(z.string()).describe('Risk flags; usually empty.'),
  })
  .meta({ id: 'Score' })

type ScoreJson = Wire<typeof scoreSchema>

export function scoreJson(score: Score): ScoreJson {
  const { band, description } = bandOf(score.score)
  return {
    scoreId: score.id,
    score: score.score,
    band,
    bandDescription: description,
    confidence: score.confidence,
    modelVersion: score.modelVersion,
    computedAt: toIso(score.computedAt),
    featuresUsed: score.featuresUsed,
    flags: score.flags,
  }
}

/** @throws AppError `invalid_request` */
export function parseScoreRequest(body: unknown): Wire<typeof scoreRequestSchema> {
  return parseOrRefuse(scoreRequestSchema, body)
}

const { id: scoreId, ...shared } = webhookScoreExample

export const scoreExample: ScoreJson = {
  scoreId,
  ...shared,
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
