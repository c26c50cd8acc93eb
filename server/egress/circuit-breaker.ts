// Circuit breaker: stops calls to a provider that keeps failing, and tries again with a single call
// after a while. A state machine over a clock that knows nothing about the calls themselves.

import type { Clock } from '../kernel/clock.ts'

export interface CircuitLimits {
  /** Failures in a row that open the circuit. */
  readonly failuresMax: number
  /** Milliseconds that an open circuit refuses calls before it lets one through. */
  readonly probeAfterMs: number
  /**
   * The same after a probe that was abandoned: short, because nothing was learned, but not zero, or
   * impatient callers would come through one after the other.
   */
  readonly probeAgainAfterMs: number
}

export const circuitLimitsDefault: CircuitLimits = {
  failuresMax: 5,
  probeAfterMs: 30_000,
  probeAgainAfterMs: 3_000,
}

/** The state that operators see. */
export type CircuitState =
  | ClosedCircuit
  /** Refuses until `probeAt`, then lets the next call through. */
  | { readonly kind: 'open'; readonly openedAt: number; readonly probeAt: number }
  | HalfOpenCircuit

interface ClosedCircuit {
  readonly kind: 'closed'
  readonly failuresInRow: number
}

/** One probe is under way; all other calls are refused. */
interface HalfOpenCircuit {
  readonly kind: 'half_open'
  readonly openedAt: number
}

/** Waits by the steady clock: a clock that is set back must not keep the circuit open. */
interface OpenCircuit {
  readonly kind: 'open'
  readonly openedAt: number
  readonly probeAtSteadyMs: number
}

type Circuit = ClosedCircuit | OpenCircuit | HalfOpenCircuit

/**
 * The outcome of a call. `timed_out`: failed and used up the caller's whole time, so a single one
 * opens the circuit. `abandoned`: the caller gave up, which says nothing about the provider.
 */
export type CallOutcome = 'answered' | 'failed' | 'timed_out' | 'abandoned'

/** Reports the outcome of a call to the breaker; only the first report counts. */
export type Settle = (outcome: CallOutcome) => void

export interface CircuitBreaker {
  /**
   * Returns undefined when the call must not be made; otherwise the function that reports its
   * outcome.
   */
  enter(): Settle | undefined
  state(): CircuitState
}

/** Called when failures open the circuit, and when a probe closes it again. */
interface CircuitListener {
  readonly opened: () => void
  readonly closed: () => void
}

export function createCircuitBreaker(
  clock: Clock,
  limits: CircuitLimits,
  listener?: CircuitListener,
): CircuitBreaker {
  let state: Circuit = closed

  const settleWith =
    (next: (outcome: CallOutcome) => Circuit): Settle =>
    (outcome) => {
      const before: Circuit['kind'] = state.kind
      state = next(outcome)
      if (before === 'closed' && state.kind === 'open') listener?.opened()
      if (before === 'half_open' && state.kind === 'closed') listener?.closed()
    }

  return {
    state: () => shown(state, clock),
    enter() {
      if (state.kind === 'closed') {
        return once(settleWith((outcome) => afterCall(state, outcome, limits, clock)))
      }
      if (state.kind === 'half_open' || clock.steadyMs() < state.probeAtSteadyMs) return undefined
      const probing = state
      state = { kind: 'half_open', openedAt: probing.openedAt }
      return once(settleWith((outcome) => afterProbe(probing, outcome, limits, clock)))
    },
  }
}

const closed: Circuit = { kind: 'closed', failuresInRow: 0 }

function shown(state: Circuit, clock: Clock): CircuitState {
  if (state.kind !== 'open') return state
  const { kind, openedAt, probeAtSteadyMs } = state
  return { kind, openedAt, probeAt: Math.round(clock.now() + probeAtSteadyMs - clock.steadyMs()) }
}

/** An ordinary call that began before the circuit opened is ignored: only the probe counts then. */
function afterCall(
  state: Circuit,
  outcome: CallOutcome,
  limits: CircuitLimits,
  clock: Clock,
): Circuit {
  if (state.kind !== 'closed' || outcome === 'abandoned') return state
  if (outcome === 'answered') return closed
  const failuresInRow = state.failuresInRow + 1
  const isTolerated = outcome === 'failed' && failuresInRow < limits.failuresMax
  if (isTolerated) return { kind: 'closed', failuresInRow }
  const probeAtSteadyMs = clock.steadyMs() + limits.probeAfterMs
  return { kind: 'open', openedAt: clock.now(), probeAtSteadyMs }
}

function afterProbe(
  before: OpenCircuit,
  outcome: CallOutcome,
  limits: CircuitLimits,
  clock: Clock,
): Circuit {
  if (outcome === 'answered') return closed
  const waitMs = outcome === 'abandoned' ? limits.probeAgainAfterMs : limits.probeAfterMs
  return { ...before, probeAtSteadyMs: clock.steadyMs() + waitMs }
}

function once(settle: Settle): Settle {
  let settled = false
  return (outcome) => {
    if (settled) return
    settled = true
    settle(outcome)
  }
}
