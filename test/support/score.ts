// Builds scores for tests, and an engine whose answers the test chooses.

import type { EngineReply, ScoringEngine } from '../../server/scoring/engine.ts'
import { type Features, featureNames } from '../../server/scoring/features.ts'
import type { Score } from '../../server/scoring/score.ts'

export function aScore(more: Partial<Score> = {}): Score {
  return {
    id: 'scr_00000000000000000000000000',
    score: 700,
    confidence: 0.5,
    modelVersion: 'test-1',
    computedAt: Date.UTC(2026, 10, 21, 9),
    featuresUsed: featureNames,
    flags: [],
    referenceVersion: '2026-01-01',
    features: { set: 1, values: someFeatures },
    ...more,
  }
}

export const someFeatures: Features = {
  document_authenticity_score: 1,
  liveness_score: 0.5,
  country_risk_band: 'standard',
  id_type_weight: 0.9,
  age_band: '25-34',
  verification_timestamp: '2026-11-21T09:00:00.000Z',
  day_of_week: 6,
  hour_of_day: 9,
}

export function scoredReply(
  more: Partial<EngineReply & { readonly kind: 'scored' }> = {},
): EngineReply {
  return {
    kind: 'scored',
    score: 612,
    confidence: 0.75,
    modelVersion: 'test-1',
    flags: [],
    ...more,
  }
}

export interface TestEngine extends ScoringEngine {
  /** Features of each request, in order. */
  readonly asked: Features[]
  answer: (features: Features, signal: AbortSignal | undefined) => Promise<EngineReply>
  isClosed: boolean
}

/** Answers with a score of 612 by default. */
export function testEngine(): TestEngine {
  const engine: TestEngine = {
    asked: [],
    isClosed: false,
    answer: async () => scoredReply(),
    score(features, signal) {
      engine.asked.push(features)
      return engine.answer(features, signal)
    },
    async close() {
      engine.isClosed = true
    },
  }
  return engine
}
