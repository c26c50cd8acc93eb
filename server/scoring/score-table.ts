// Row of `scores`, at most one for each verification, and its conversion to a score. The band is not stored, because
// it follows from the score.

import { z } from 'zod'
import { jsonColumn, orNull, orUndefined } from '../db/columns.ts'
import { keptFeaturesText, readKeptFeatures } from './kept-features.ts'
import type { Score } from './score.ts'

export interface ScoreTable {
  verification_id: string
  id: string
  score: number
  confidence: number
  model_version: string
  /** JSON: risk flags as the engine names them. */
  flags: string
  /** JSON: names of features, never values. */
  features_used: string
  /** JSON: the features as they were sent, with the version of their set; null for a synthetic score. */
  features: string | null
  reference_version: string | null
  computed_at: number
}

export function toScoreRow(verificationId: string, score: Score): ScoreTable {
  return {
    verification_id: verificationId,
    id: score.id,
    score: score.score,
    confidence: score.confidence,
    model_version: score.modelVersion,
    flags: JSON.stringify(score.flags),
    features_used: JSON.stringify(score.featuresUsed),
    features: score.features === undefined ? null : keptFeaturesText(score.features),
    reference_version: orNull(score.referenceVersion),
    computed_at: score.computedAt,
  }
}

const readTexts = jsonColumn(z.array(z.string()))

export function toScore(row: Omit<ScoreTable, 'verification_id'>): Score {
  return {
    id: row.id,
    score: row.score,
    confidence: row.confidence,
    modelVersion: row.model_version,
    computedAt: row.computed_at,
    featuresUsed: readTexts(row.features_used),
    flags: readTexts(row.flags),
    referenceVersion: orUndefined(row.reference_version),
    features: row.features === null ? undefined : readKeptFeatures(row.features),
  }
}

/** Columns of a score beside those of its verification. */
export const scoreColumns = [
  'scores.id as score_id',
  'scores.score',
  'scores.confidence',
  'scores.model_version',
  'scores.flags',
  'scores.features_used',
  'scores.features',
  'scores.reference_version',
  'scores.computed_at',
] as const
