// Usage: what is metered, when, and for which API key. Pure.
//
// Glossary. A *usage event* records one metered thing; it is never changed. A *correction* is a usage event
// that takes another one back. A *counter* holds the totals of the events of one hour, day or month.

import type { Environment } from '../kernel/environment.ts'

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

/** What a correction says about the event that it corrects. */
interface Correction {
  readonly correctedId: string
  readonly correctedCreatedAt: number
  readonly reason: string
}

/** Totals of a set of events. */
export interface UsageCount {
  /** Number of events, corrections included. */
  readonly events: number
  /** Their quantities added up; a correction counts -1. */
  readonly quantity: number
  /** The part of `quantity` that is billable. */
  readonly billableQuantity: number
}

/** Something to record as usage. */
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
      /** Id of the request that retrieved the score: each successful one is metered (specification 4.4). */
      readonly requestId: string
    }
)

/**
 * Returns the key that, with verification and type, identifies a usage event. A verification is answered
 * once and gets one score attached, so the source is enough; retrievals use their request's id, and
 * corrections the id of the event that they correct.
 */
export function deduplicationKeyOf(thing: MeteredThing): string {
  return thing.source === 'score_retrieval' ? thing.requestId : thing.source
}

/** Sandbox usage is free (specification 4.1, 4.4) but recorded (rulings 5.4). */
export function isBillable(environment: Environment): boolean {
  return environment === 'live'
}

export interface UsageFilter {
  readonly environment?: Environment | undefined
  readonly type?: UsageType | undefined
  readonly apiKeyId?: string | undefined
  readonly verificationId?: string | undefined
  readonly billable?: boolean | undefined
  /** Milliseconds since 1970, UTC; included. */
  readonly from?: number | undefined
  /** Not included. */
  readonly to?: number | undefined
}
