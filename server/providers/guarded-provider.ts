// Wraps any identity provider: few calls at a time, and none at all while it keeps failing. Stands
// between the jobs and the provider's own client, which knows nothing of either.

import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { createPermits, type Permits } from '../kernel/permits.ts'
import {
  type CallEnding,
  type CircuitLimits,
  type CircuitState,
  circuitLimitsDefault,
  createCircuitBreaker,
} from './circuit-breaker.ts'
import type { IdentityProvider, ResultReply, SubmitReply, Trouble } from './provider.ts'

export interface GuardLimits extends CircuitLimits {
  /** Submissions at the same time; each holds its pictures in memory. */
  readonly submitsMax: number
  /** Questions for a result at the same time. */
  readonly resultsMax: number
}

export const guardLimitsDefault: GuardLimits = {
  ...circuitLimitsDefault,
  submitsMax: 4,
  resultsMax: 8,
}

export interface GuardedProvider extends IdentityProvider {
  /** For operators: whether the provider is being called at present. */
  circuit(): CircuitState
}

export interface GuardNeeds {
  readonly provider: IdentityProvider
  readonly clock: Clock
  readonly log: Log
}

/**
 * Same answers as the provider's, and `unavailable` with `circuit_open` where no call was made. A
 * refusal (wallet, credentials) is an answer: it does not open the circuit.
 */
export function guardProvider(
  needs: GuardNeeds,
  limits: GuardLimits = guardLimitsDefault,
): GuardedProvider {
  const { provider, clock, log } = needs
  const breaker = createCircuitBreaker(clock, limits)
  const submits = createPermits(limits.submitsMax)
  const results = createPermits(limits.resultsMax)

  async function guard<Reply extends SubmitReply | ResultReply>(
    places: Permits,
    signal: AbortSignal,
    call: () => Promise<Reply>,
  ): Promise<Reply | Trouble> {
    // The only failure there is: the run was aborted before its turn came.
    const leave = await places.acquire(1, signal).catch(() => undefined)
    if (leave === undefined) return { kind: 'unavailable', reason: 'timeout' }
    const settle = breaker.enter()
    try {
      if (settle === undefined) return { kind: 'unavailable', reason: 'circuit_open' }
      const reply = await call()
      announced(() => settle(endingOf(reply, signal)))
      return reply
    } finally {
      // Counts only where no ending was told: a bug threw, which proves nothing about the provider.
      settle?.('abandoned')
      leave()
    }
  }

  function announced(settle: () => void): void {
    const before = breaker.state().kind
    settle()
    const after = breaker.state().kind
    const fields = { provider: provider.name }
    if (before === 'closed' && after === 'open') log.warn('provider_circuit_opened', fields)
    if (before === 'half_open' && after === 'closed') log.info('provider_circuit_closed', fields)
  }

  return {
    name: provider.name,
    submit: (submission, signal) =>
      guard(submits, signal, () => provider.submit(submission, signal)),
    result: (job, signal) => guard(results, signal, () => provider.result(job, signal)),
    close: () => provider.close(),
    circuit: () => breaker.state(),
  }
}

function endingOf(reply: SubmitReply | ResultReply, signal: AbortSignal): CallEnding {
  if (reply.kind !== 'unavailable' || reply.reason === 'upload_unconfirmed') return 'answered'
  return signal.aborted ? 'abandoned' : 'failed'
}
