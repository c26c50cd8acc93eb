// Stops calling a provider that keeps failing, and tries again with a single call after a while. A
// state machine over a clock; what a call is, it does not know.

import type { Clock } from '../kernel/clock.ts'

export interface CircuitLimits {
  /** Failures in a row that open the circuit. */
  readonly failuresMax: number
  /** How long an open circuit refuses before it lets one call through. */
  readonly probeAfterMs: number
  /**
   * The same after a call that was let through and abandoned: short, because nothing is known, and not
   * nothing, or impatient callers would come through one after the other.
   */
  readonly probeAgainAfterMs: number
}

export const circuitLimitsDefault: CircuitLimits = {
  failuresMax: 5,
  probeAfterMs: 30_000,
  probeAgainAfterMs: 3_000,
}

/** What operators see. */
export type CircuitState =
  | { readonly kind: 'closed'; readonly failuresInRow: number }
  /** Refuses until `probeAt`, then lets the next call through. */
  | { readonly kind: 'open'; readonly openedAt: number; readonly probeAt: number }
  /** One call is under way that decides; all others are refused. */
  | { readonly kind: 'half_open'; readonly openedAt: number }

/**
 * How a call ended. `timed_out`: failed, and cost its caller all the time it had, so that a single one
 * opens the circuit. `abandoned`: its caller gave up, which says nothing about the provider.
 */
export type CallEnding = 'answered' | 'failed' | 'timed_out' | 'abandoned'

/** Tells the breaker how the call ended; only the first word counts. */
export type Settle = (ending: CallEnding) => void

export interface CircuitBreaker {
  /** Undefined when the call must not be made; otherwise what to call when it has ended. */
  enter(): Settle | undefined
  state(): CircuitState
}

export function createCircuitBreaker(
  clock: Clock,
  limits: CircuitLimits = circuitLimitsDefault,
): CircuitBreaker {
  let state: CircuitState = closed

  const settleWith =
    (next: (ending: CallEnding) => CircuitState): Settle =>
    (ending) => {
      state = next(ending)
    }

  return {
    state: () => state,
    enter() {
      if (state.kind === 'closed') {
        return once(settleWith((ending) => afterCall(state, ending, limits, clock.now())))
      }
      if (state.kind === 'half_open' || clock.now() < state.probeAt) return undefined
      const probing = state
      state = { kind: 'half_open', openedAt: probing.openedAt }
      return once(settleWith((ending) => afterProbe(probing, ending, limits, clock.now())))
    },
  }
}

const closed: CircuitState = { kind: 'closed', failuresInRow: 0 }

/** An ordinary call that began before the circuit opened has no say any more: only the probe has. */
function afterCall(
  state: CircuitState,
  ending: CallEnding,
  limits: CircuitLimits,
  nowMs: number,
): CircuitState {
  if (state.kind !== 'closed' || ending === 'abandoned') return state
  if (ending === 'answered') return closed
  const failuresInRow = state.failuresInRow + 1
  const isBorne = ending === 'failed' && failuresInRow < limits.failuresMax
  if (isBorne) return { kind: 'closed', failuresInRow }
  return { kind: 'open', openedAt: nowMs, probeAt: nowMs + limits.probeAfterMs }
}

function afterProbe(
  before: CircuitState & { readonly kind: 'open' },
  ending: CallEnding,
  limits: CircuitLimits,
  nowMs: number,
): CircuitState {
  if (ending === 'answered') return closed
  const waitMs = ending === 'abandoned' ? limits.probeAgainAfterMs : limits.probeAfterMs
  return { ...before, probeAt: nowMs + waitMs }
}

function once(settle: Settle): Settle {
  let settled = false
  return (ending) => {
    if (settled) return
    settled = true
    settle(ending)
  }
}
