// The port to the external scoring engine: takes eight features, returns a closed set of replies. Replies hold no
// band, because we derive it from the score.

import type { CircuitState } from '../egress/circuit-breaker.ts'
import type { Features } from './features.ts'

export interface ScoringEngine {
  /**
   * Requests one score within the engine's time limit, which covers the call until the answer is read. Network and
   * engine failures are returned, never thrown.
   * @param requestId the same for one score, however often it is requested; left out, it is random
   */
  score(features: Features, signal?: AbortSignal, requestId?: string): Promise<EngineReply>
  /** The state of the circuit breaker, if there is one; shown to operators. */
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
      /** With `bad_answer`: what was wrong, for the engine's developers; never the answer's content. */
      readonly fault?: AnswerFault
    }
) & {
  /** The id of the request that the engine got, for the logs of both sides. Left out when no request was sent. */
  readonly requestId?: string | undefined
}

/** The first part of an answer that breaks the contract. */
export type AnswerFault =
  | 'status'
  | 'encoding'
  | 'content_type'
  | 'too_large'
  | 'not_json'
  | 'not_object'
  /** A name occurs twice in one object. */
  | 'duplicate_name'
  | 'score'
  | 'confidence'
  | 'model_version'
  | 'flags'
  | 'request_id'

/** Why there is no score, for the log. Clients only get `UNAVAILABLE`. */
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
  /** The engine's host resolves to a forbidden address. */
  | 'address_forbidden'
  /** The input was not exactly the eight features, so nothing was sent. */
  | 'features_refused'
