// The port to the outside scoring engine: eight features go out, a closed set of answers comes back.
// The band is ours to give, so no answer carries one.

import type { CircuitState } from '../providers/circuit-breaker.ts'
import type { Features } from './features.ts'

export interface ScoringEngine {
  /**
   * Asks once, within the engine's total budget; never throws for the world's troubles. The budget
   * starts with the call and ends with the answer read.
   */
  score(features: Features, signal?: AbortSignal): Promise<EngineReply>
  /** For operators, where the engine is guarded: whether it is being called at present. */
  circuit?(): CircuitState
  close(): Promise<void>
}

export type EngineReply = (
  | {
      readonly kind: 'scored'
      /** Integer, 0 to 1000. */
      readonly score: number
      /** 0 to 1. */
      readonly confidence: number
      readonly modelVersion: string
      /** Risk flags as the engine names them; usually none. */
      readonly flags: readonly string[]
    }
  | {
      readonly kind: 'unavailable'
      readonly reason: EngineTrouble
      /** Of a `bad_answer`, so that whoever builds the engine can mend it; never what was said. */
      readonly fault?: AnswerFault
    }
) & {
  /** Random; under it the engine was asked. Left out where it was not. For the log of both sides. */
  readonly requestId?: string | undefined
}

/** What in an answer was not as agreed: the first fault found. */
export type AnswerFault =
  | 'status'
  | 'encoding'
  | 'content_type'
  | 'too_large'
  | 'not_json'
  | 'not_object'
  /** A name twice in one object: which of the two values is meant is anybody's guess. */
  | 'duplicate_name'
  | 'score'
  | 'confidence'
  | 'model_version'
  | 'flags'
  | 'request_id'

/** Why there is no score. Clients are told `UNAVAILABLE` alone; this is for the log. */
export type EngineTrouble =
  | 'not_configured'
  | 'timeout'
  | 'network'
  | 'rejected'
  | 'rate_limited'
  | 'server_error'
  | 'bad_answer'
  | 'circuit_open'
  | 'aborted'
  /** Its host leads to an address that is not called. */
  | 'address_forbidden'
  /** Something other than the eight features was about to leave; nothing did. */
  | 'features_refused'
