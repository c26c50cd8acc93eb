// Wraps a scoring engine in a circuit breaker: after one slow failure, or several quick ones in a row, no call is made
// until a single probe has succeeded.

import {
  type CallOutcome,
  type CircuitLimits,
  type CircuitState,
  createCircuitBreaker,
  type Settle,
} from '../egress/circuit-breaker.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { unlessAborted } from '../kernel/unless-aborted.ts'
import type { EngineReply, ScoringEngine } from './engine.ts'
import type { Features } from './features.ts'

/** Quick failures delay a verification little, so a few of them are tolerated. */
const engineCircuitLimits: CircuitLimits = {
  failuresMax: 5,
  probeAfterMs: 10_000,
  probeAgainAfterMs: 1_000,
}

/** A failure that takes a larger part of the time limit counts as slow. */
const quickPart = 0.25

interface EngineGuardNeeds {
  readonly clock: Clock
  readonly log: Log
  /** The engine's own time limit for one score. */
  readonly budgetMs: number
}

export interface GuardedEngine extends ScoringEngine {
  /** Shown to operators. */
  circuit(): CircuitState
}

/**
 * Returns the engine's replies, and `unavailable` with `circuit_open` when no call was made. An aborted signal ends
 * only the wait: the call goes on within its time limit, so that the circuit breaker still learns its result.
 */
export function guardEngine(
  engine: ScoringEngine,
  { clock, log, budgetMs }: EngineGuardNeeds,
  limits: CircuitLimits = engineCircuitLimits,
): GuardedEngine {
  const breaker = createCircuitBreaker(clock, limits, {
    opened: () => log.warn('scoring_circuit_opened'),
    closed: () => log.info('scoring_circuit_closed'),
  })

  async function call(
    features: Features,
    settle: Settle,
    requestId: string | undefined,
  ): Promise<EngineReply> {
    const startedMs = clock.steadyMs()
    try {
      const reply = await engine.score(features, undefined, requestId)
      const isQuick = clock.steadyMs() - startedMs <= budgetMs * quickPart
      settle(endingOf(reply, isQuick))
      return reply
    } finally {
      // Ignored after the settle above. After a thrown bug, it says that nothing was learnt about the engine.
      settle('abandoned')
    }
  }

  return {
    async score(features, signal, requestId) {
      if (signal?.aborted) return aborted
      const settle = breaker.enter()
      if (settle === undefined) return { kind: 'unavailable', reason: 'circuit_open' }
      const reply = call(features, settle, requestId)
      return signal === undefined ? reply : unlessAborted(reply, signal, () => aborted)
    },
    close: () => engine.close(),
    circuit: () => breaker.state(),
  }
}

const aborted: EngineReply = { kind: 'unavailable', reason: 'aborted' }

function endingOf(reply: EngineReply, isQuick: boolean): CallOutcome {
  if (reply.kind === 'scored') return 'answered'
  switch (reply.reason) {
    case 'timeout':
      return 'timed_out'
    case 'network':
    case 'address_forbidden':
    case 'rejected':
    case 'rate_limited':
    case 'server_error':
    case 'bad_answer':
      return isQuick ? 'failed' : 'timed_out'
    // No call was made, or it failed because of us.
    case 'aborted':
    case 'features_refused':
    case 'circuit_open':
    case 'not_configured':
      return 'abandoned'
  }
}
