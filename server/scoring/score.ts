// The score of a verification, and the states of its scoring. Pure.

import type { KeptFeatures } from './kept-features.ts'

export interface Score {
  readonly id: string
  /** Integer, 0 to 1000. */
  readonly score: number
  /** 0 to 1. */
  readonly confidence: number
  readonly modelVersion: string
  readonly computedAt: number
  /** Names, never values; of the set of then. */
  readonly featuresUsed: readonly string[]
  readonly flags: readonly string[]
  /** Version of the reference values used for the features; undefined for a synthetic score. */
  readonly referenceVersion: string | undefined
  /** What the engine got, for staff and for the person; undefined for a synthetic score. No client reads the values. */
  readonly features: KeptFeatures | undefined
}

/** A score is attached at completion, later, or never; once attached it does not change. */
export type Scoring =
  | { readonly state: 'not_requested' }
  /** Requested with the verification, which is pending. Stays so when the verification ends in `error`. */
  | { readonly state: 'requested' }
  | { readonly state: 'attached'; readonly score: Score }
  /** Requested with the verification, but the engine gave none. It can be retrieved later. */
  | { readonly state: 'skipped' }

export type ScoringState = Scoring['state']

export function scoreOf(scoring: Scoring): Score | undefined {
  return scoring.state === 'attached' ? scoring.score : undefined
}
