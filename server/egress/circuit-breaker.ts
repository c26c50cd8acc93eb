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
  | { readonly kind: 'closed'; readonly failuresInRow: number }
  /** Refuses until `probeAt`, then lets the next call through. */
  | { readonly kind: 'open'; readonly openedAt: number; readonly probeAt: number }
  /** One probe is under way; all other calls are refused. */
  | { readonly kind: 'half_open'; readonly openedAt: number }

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
  let state: CircuitState = closed

  const settleWith =
    (next: (outcome: CallOutcome) => CircuitState): Settle =>
    (outcome) => {
      const before: CircuitState['kind'] = state.kind
      state = next(outcome)
      if (before === 'closed' && state.kind === 'open') listener?.opened()
      if (before === 'half_open' && state.kind === 'closed') listener?.closed()
    }

  return {
    state: () => state,
    enter() {
      if (state.kind === 'closed') {
        return once(settleWith((outcome) => afterCall(state, outcome, limits, clock.now())))
      }
      if (state.kind === 'half_open' || clock.now() < state.probeAt) return undefined
      const probing = state
      state = { kind: 'half_open', openedAt: probing.openedAt }
      return once(settleWith((outcome) => afterProbe(probing, outcome, limits, clock.now())))
    },
  }
}

const closed: CircuitState = { kind: 'closed', failuresInRow: 0 }

/** An ordinary call that began before the circuit opened is ignored: only the probe counts then. */
function afterCall(
  state: CircuitState,
  outcome: CallOutcome,
  limits: CircuitLimits,
  nowMs: number,
): CircuitState {
  if (state.kind !== 'closed' || outcome === 'abandoned') return state
  if (outcome === 'answered') return closed
  const failuresInRow = state.failuresInRow + 1
  const isTolerated = outcome === 'failed' && failuresInRow < limits.failuresMax
  if (isTolerated) return { kind: 'closed', failuresInRow }
  return { kind: 'open', openedAt: nowMs, probeAt: nowMs + limits.probeAfterMs }
}

function afterProbe(
  before: CircuitState & { readonly kind: 'open' },
  outcome: CallOutcome,
  limits: CircuitLimits,
  nowMs: number,
): CircuitState {
  if (outcome === 'answered') return closed
  const waitMs = outcome === 'abandoned' ? limits.probeAgainAfterMs : limits.probeAfterMs
  return { ...before, probeAt: nowMs + waitMs }
}

function once(settle: Settle): Settle {
  let settled = false
  return (outcome) => {
    if (settled) return
    settled = true
    settle(outcome)
  }
}
