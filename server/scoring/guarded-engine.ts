// Wraps a scoring engine so that a dead one costs nothing: after one failure that took its time, or
// several quick ones in a row, no call is made until a single one has tried it again.

import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import {
  type CallEnding,
  type CircuitLimits,
  type CircuitState,
  createCircuitBreaker,
  type Settle,
} from '../providers/circuit-breaker.ts'
import type { EngineReply, ScoringEngine } from './engine.ts'
import type { Features } from './features.ts'

/** Quick failures cost a verification no time, so that a few of them are borne. */
export const engineCircuitLimits: CircuitLimits = {
  failuresMax: 5,
  probeAfterMs: 10_000,
  probeAgainAfterMs: 1_000,
}

/** A failure that took a larger part of the budget is none to bear five times. */
const quickPart = 0.25

export interface EngineGuardNeeds {
  readonly clock: Clock
  readonly log: Log
  /** What the engine gives itself for one score. */
  readonly budgetMs: number
}

export interface GuardedEngine extends ScoringEngine {
  /** For operators: whether the engine is being called at present. */
  circuit(): CircuitState
}

/**
 * Same answers as the engine's, and `unavailable` with `circuit_open` where no call was made. A caller
 * may leave; the call goes on to its end, within its budget, so that what is learnt of the engine does not
 * hang on the patience of its callers.
 */
export function guardEngine(
  engine: ScoringEngine,
  { clock, log, budgetMs }: EngineGuardNeeds,
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

  async function ask(features: Features, settle: Settle): Promise<EngineReply> {
    const startedMs = clock.steadyMs()
    try {
      const reply = await engine.score(features)
      const isQuick = clock.steadyMs() - startedMs <= budgetMs * quickPart
      announced(() => settle(endingOf(reply, isQuick)))
      return reply
    } finally {
      // Counts only where no ending was told: a bug threw, which proves nothing about the engine.
      settle('abandoned')
    }
  }

  return {
    async score(features, signal) {
      if (signal?.aborted) return aborted
      const settle = breaker.enter()
      if (settle === undefined) return { kind: 'unavailable', reason: 'circuit_open' }
      const asked = ask(features, settle)
      return signal === undefined ? asked : unlessLeft(asked, signal)
    },
    close: () => engine.close(),
    circuit: () => breaker.state(),
  }
}

const aborted: EngineReply = { kind: 'unavailable', reason: 'aborted' }

async function unlessLeft(asked: Promise<EngineReply>, signal: AbortSignal): Promise<EngineReply> {
  const { promise: left, resolve } = Promise.withResolvers<EngineReply>()
  const leave = () => resolve(aborted)
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([asked, left])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

function endingOf(reply: EngineReply, isQuick: boolean): CallEnding {
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
    // No call was made, or it was our own doing that it brought nothing.
    case 'aborted':
    case 'features_refused':
    case 'circuit_open':
    case 'not_configured':
      return 'abandoned'
  }
}
