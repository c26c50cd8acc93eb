// Wraps any identity provider with limits: a few calls at a time, and none while it keeps failing.
// Stands between the jobs and the provider's client, which knows neither.

import {
  type CallOutcome,
  type CircuitLimits,
  type CircuitState,
  circuitLimitsDefault,
  createCircuitBreaker,
  type Settle,
} from '../egress/circuit-breaker.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { createPermits, type Permits } from '../kernel/permits.ts'
import type {
  IdentityProvider,
  ProviderHealth,
  ResultReply,
  SubmitReply,
  Trouble,
} from './provider.ts'

interface GuardLimits extends CircuitLimits {
  /** Submissions at the same time; each holds its images in memory. */
  readonly submitsMax: number
  /** Result requests at the same time. */
  readonly resultsMax: number
}

const guardLimitsDefault: GuardLimits = {
  ...circuitLimitsDefault,
  submitsMax: 4,
  resultsMax: 8,
}

export interface GuardedProvider extends IdentityProvider {
  /** For operators: the state of the circuit. */
  circuit(): CircuitState
  health(): ProviderHealth
  onBack(listener: () => void): void
}

interface GuardNeeds {
  readonly provider: IdentityProvider
  readonly clock: Clock
  readonly log: Log
}

/**
 * Gives the same replies as the provider, and `unavailable` with `circuit_open` where no call was
 * made. A refusal (wallet, credentials) is a reply: it does not open the circuit.
 */
export function guardProvider(
  needs: GuardNeeds,
  limits: GuardLimits = guardLimitsDefault,
): GuardedProvider {
  const { provider, clock, log } = needs
  const fields = { provider: provider.name }
  let whenBack = () => {}
  let health: ProviderHealth = { answers: undefined, unreached: 0 }
  const breaker = createCircuitBreaker(clock, limits, {
    opened: () => log.warn('provider_circuit_opened', fields),
    closed() {
      log.info('provider_circuit_closed', fields)
      whenBack()
    },
  })
  const submits = createPermits(limits.submitsMax)
  const results = createPermits(limits.resultsMax)
  const probing = createPermits(1)

  /** A call that comes while a probe is under way waits for its end: refused, it would be made far later. */
  async function enter(signal: AbortSignal): Promise<Settle | undefined> {
    const settle = breaker.enter()
    if (breaker.state().kind !== 'half_open') return settle
    const turn = probing.acquire(1, settle ? undefined : signal)
    const leave = await turn.catch(() => undefined)
    if (settle === undefined) {
      leave?.()
      return leave && enter(signal)
    }
    return (outcome) => {
      settle(outcome)
      leave?.()
    }
  }

  async function guard<Reply extends SubmitReply | ResultReply>(
    permits: Permits,
    signal: AbortSignal,
    call: () => Promise<Reply>,
  ): Promise<Reply | Trouble> {
    // `acquire` only fails when the signal was aborted before the call's turn.
    const release = await permits.acquire(1, signal).catch(() => undefined)
    if (release === undefined) return { kind: 'unavailable', reason: 'timeout' }
    const settle = await enter(signal)
    try {
      if (settle === undefined) return { kind: 'unavailable', reason: 'circuit_open' }
      const reply = await call()
      settle(outcomeOf(reply, signal))
      health = healthAfter(health, reply, signal)
      return reply
    } finally {
      // Counts only where no outcome was reported: a bug threw, which proves nothing about the provider.
      settle?.('abandoned')
      release()
    }
  }

  return {
    name: provider.name,
    submit: (submission, signal) =>
      guard(submits, signal, () => provider.submit(submission, signal)),
    result: (job, signal) => guard(results, signal, () => provider.result(job, signal)),
    close: () => provider.close(),
    circuit: () => breaker.state(),
    health: () => health,
    onBack(listener) {
      whenBack = listener
    },
  }
}

function outcomeOf(reply: SubmitReply | ResultReply, signal: AbortSignal): CallOutcome {
  const isTrouble = reply.kind === 'unavailable' || reply.kind === 'not_arrived'
  if (!isTrouble || reply.reason === 'upload_unconfirmed') return 'answered'
  return signal.aborted ? 'abandoned' : 'failed'
}

function healthAfter(
  before: ProviderHealth,
  reply: SubmitReply | ResultReply,
  signal: AbortSignal,
): ProviderHealth {
  const outcome = outcomeOf(reply, signal)
  if (outcome === 'abandoned') return before
  if (outcome === 'answered' || !('reason' in reply)) return { answers: true, unreached: 0 }
  const isUnreached = reply.reason === 'network' || reply.reason === 'timeout'
  return { answers: false, unreached: isUnreached ? before.unreached + 1 : 0 }
}
