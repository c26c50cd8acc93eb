// The score that is attached to a verification, and where the scoring of a verification stands. Pure.

import type { FeatureName } from './features.ts'

export interface Score {
  readonly id: string
  /** Integer, 0 to 1000. */
  readonly score: number
  /** 0 to 1. */
  readonly confidence: number
  readonly modelVersion: string
  readonly computedAt: number
  /** Names, never values. */
  readonly featuresUsed: readonly FeatureName[]
  readonly flags: readonly string[]
  /** Of the reference values behind the features; undefined for a synthetic score. */
  readonly referenceVersion: string | undefined
}

/** A score comes with a verification, after it, or not at all; it never changes once attached. */
export type Scoring =
  | { readonly state: 'not_requested' }
  /** Asked for with the verification and not decided yet; for ever where that ends in `error`. */
  | { readonly state: 'requested' }
  | { readonly state: 'attached'; readonly score: Score }
  /** Asked for with the verification, and the engine gave none. It can be retrieved later. */
  | { readonly state: 'skipped' }

export type ScoringState = Scoring['state']

export function scoreOf(scoring: Scoring): Score | undefined {
  return scoring.state === 'attached' ? scoring.score : undefined
}
