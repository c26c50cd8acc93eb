// The JSON of a score (specification 2.4, rulings 5.1): complete in the API, five fields in webhook events.

import { toIso } from '../kernel/clock.ts'
import { type Band, bandOf } from './bands.ts'
import type { Score } from './score.ts'

export interface ScoreJson {
  readonly scoreId: string
  readonly score: number
  readonly band: Band
  readonly bandDescription: string
  readonly confidence: number
  readonly modelVersion: string
  readonly computedAt: string
  readonly featuresUsed: readonly string[]
  readonly flags: readonly string[]
}

export interface WebhookScoreJson {
  readonly id: string
  readonly score: number
  readonly band: Band
  readonly bandDescription: string
  readonly confidence: number
}

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
