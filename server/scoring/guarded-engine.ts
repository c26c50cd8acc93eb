// Wraps a scoring engine so that a dead one costs nothing: after one call that used up its whole budget,
// or several quick failures in a row, none is made until a single call has tried it again.

import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import {
  type CallEnding,
  type CircuitLimits,
  type CircuitState,
  createCircuitBreaker,
} from '../providers/circuit-breaker.ts'
import type { EngineReply, ScoringEngine } from './engine.ts'

/** Quick failures cost a verification no time, so that a few of them are borne. */
export const engineCircuitLimits: CircuitLimits = { failuresMax: 5, probeAfterMs: 10_000 }

export interface GuardedEngine extends ScoringEngine {
  /** For operators: whether the engine is being called at present. */
  circuit(): CircuitState
}

/** Same answers as the engine's, and `unavailable` with `circuit_open` where no call was made. */
export function guardEngine(
  engine: ScoringEngine,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  limits: CircuitLimits = engineCircuitLimits,
): GuardedEngine {
  const breaker = createCircuitBreaker(clock, limits)

  function announced(settle: () => void): void {
    const before = breaker.state().kind
    settle()
    const after = breaker.state().kind
    if (before === 'closed' && after === 'open') log.warn('scoring_circuit_opened')
    if (before === 'half_open' && after === 'closed') log.info('scoring_circuit_closed')
  }

  return {
    async score(features, signal) {
      const settle = breaker.enter()
      if (settle === undefined) return { kind: 'unavailable', reason: 'circuit_open' }
      try {
        const reply = await engine.score(features, signal)
        announced(() => settle(endingOf(reply)))
        return reply
      } finally {
        // Counts only where no ending was told: a bug threw, which proves nothing about the engine.
        settle('abandoned')
      }
    },
    close: () => engine.close(),
    circuit: () => breaker.state(),
  }
}

function endingOf(reply: EngineReply): CallEnding {
  if (reply.kind === 'scored') return 'answered'
  switch (reply.reason) {
    case 'timeout':
      return 'timed_out'
    case 'network':
    case 'rejected':
    case 'rate_limited':
    case 'server_error':
    case 'bad_answer':
      return 'failed'
    // No call was made, or it was our own doing that it brought nothing.
    case 'aborted':
    case 'features_refused':
    case 'circuit_open':
    case 'not_configured':
      return 'abandoned'
  }
}
