// Usage: what is metered, when, and on whose behalf. Pure.
//
// Glossary. A *usage event* is one metered thing; it is never changed. A *correction* is an event of its
// own that takes another back. A *sum* is what the events of one span of time come to.

import type { Environment } from '../keys/key.ts'

export const usageTypes = ['kyc.verify', 'score.get'] as const
export type UsageType = (typeof usageTypes)[number]

/**
 * - `verification`: the provider answered a verification.
 * - `score_requested`: a score was attached because the submission asked for one.
 * - `score_retrieval`: a successful `POST /score/get`.
 * - `correction`: an operator took another event back.
 */
export const usageSources = [
  'verification',
  'score_requested',
  'score_retrieval',
  'correction',
] as const
export type UsageSource = (typeof usageSources)[number]

export interface UsageEvent {
  readonly id: string
  readonly type: UsageType
  readonly environment: Environment
  readonly apiKeyId: string
  readonly verificationId: string
  /** 1, or -1 for a correction. */
  readonly quantity: number
  readonly billable: boolean
  readonly source: UsageSource
  readonly createdAt: number
  readonly correction: Correction | undefined
}

/** What a correction says of the event that it takes back. */
export interface Correction {
  readonly correctedId: string
  readonly correctedCreatedAt: number
  readonly reason: string
}

/** What events come to. */
export interface UsageCount {
  /** How many events, corrections included. */
  readonly events: number
  /** Their quantities added up; a correction counts -1. */
  readonly quantity: number
  /** The part of `quantity` that is billable. */
  readonly billableQuantity: number
}

/** Something that is metered, with its outcome's time. */
export type MeteredThing = {
  readonly environment: Environment
  readonly apiKeyId: string
  readonly verificationId: string
  /** When the outcome became final. */
  readonly nowMs: number
} & (
  | { readonly type: 'kyc.verify'; readonly source: 'verification' }
  | { readonly type: 'score.get'; readonly source: 'score_requested' }
  | {
      readonly type: 'score.get'
      readonly source: 'score_retrieval'
      /** Of the request that retrieved it: each successful one is metered (specification 4.4). */
      readonly requestId: string
    }
)

/**
 * Tells one metered occasion of a verification from another of the same type; together with both it is
 * unique. A verification is answered once and gets one score attached, so these need no more than a word;
 * retrievals are told apart by their request, corrections by the event that they take back.
 */
export function occasionOf(thing: MeteredThing): string {
  return thing.source === 'score_retrieval' ? thing.requestId : thing.source
}

/** Sandbox calls are free (specification 4.1, 4.4), and recorded all the same (rulings 5.4). */
export function isBillable(environment: Environment): boolean {
  return environment === 'live'
}
