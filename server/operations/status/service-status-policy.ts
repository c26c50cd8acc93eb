// Determines the status of the identity provider and the scoring engine from stored records: the last outgoing calls
// and the outcomes of verifications. Every process therefore reports the same. Pure.

import { circuitLimitsDefault } from '../../egress/circuit-breaker.ts'
import type { RefusedReason } from '../../providers/provider.ts'

export type ServiceRecord =
  | { readonly kind: 'well' }
  /** The last calls failed, but too few to open the circuit breaker. */
  | { readonly kind: 'failing'; readonly since: number; readonly failuresInRow: number }
  /** Enough calls failed to open the circuit breaker, or one timed out. */
  | { readonly kind: 'unreachable'; readonly since: number; readonly failuresInRow: number }
  /** The service answers but refuses; `since` is the time of the last refusal. */
  | { readonly kind: 'refusing'; readonly since: number; readonly reason: OperatorReason }

export interface ServiceStatus {
  readonly provider: ServiceRecord
  readonly scoring: ServiceRecord
}

/** Refusals that only an operator can resolve. */
export const operatorReasons = [
  'provider_wallet_empty',
  'provider_credentials_refused',
  'provider_misconfigured',
] as const satisfies readonly RefusedReason[]
export type OperatorReason = (typeof operatorReasons)[number]

/** A finished call. Calls that we aborted ourselves say nothing about the service and are not included. */
export interface CallMade {
  readonly startedAt: number
  readonly ending: 'answered' | 'failed' | 'timed_out'
}

export interface Refusals {
  /** When a verification last completed with each operator reason. */
  readonly latest: Readonly<Partial<Record<OperatorReason, number>>>
  /** When the provider last accepted a new check; undefined if it never did. */
  readonly acceptedAt: number | undefined
  /** When a verification was last approved or declined; undefined if none was. */
  readonly decidedAt: number | undefined
}

/** @param calls Newest first */
export function judgeProvider(calls: readonly CallMade[], refusals: Refusals): ServiceRecord {
  const reached = judgeCalls(calls)
  if (reached.kind === 'unreachable') return reached
  const unresolved = operatorReasons
    .map((reason) => ({ reason, since: refusals.latest[reason] ?? Number.NEGATIVE_INFINITY }))
    .filter(({ reason, since }) => since > resolvedAt(reason, refusals))
    .toSorted((one, other) => other.since - one.since)[0]
  return unresolved === undefined ? reached : { kind: 'refusing', ...unresolved }
}

/**
 * An engine whose answers are unusable answers every call, so verifications without their requested score count too.
 * @param calls Newest first
 * @param skippedAt When verifications completed without their requested score since the last one that got a score,
 * newest first
 */
export function judgeScoring(
  calls: readonly CallMade[],
  skippedAt: readonly number[],
): ServiceRecord {
  const reached = judgeCalls(calls)
  const [latest = 0] = skippedAt
  const isResolved = calls.some((one) => one.ending === 'answered' && one.startedAt > latest)
  const since = skippedAt.at(-1)
  if (reached.kind === 'unreachable' || since === undefined || isResolved) return reached
  const failuresInRow = skippedAt.length
  if (failuresInRow >= failuresMax) return { kind: 'unreachable', since, failuresInRow }
  return reached.kind === 'failing' ? reached : { kind: 'failing', since, failuresInRow }
}

/** As many failures as open the circuit breaker. */
const { failuresMax } = circuitLimitsDefault

function judgeCalls(calls: readonly CallMade[]): ServiceRecord {
  const answered = calls.findIndex(({ ending }) => ending === 'answered')
  const failed = answered === -1 ? calls : calls.slice(0, answered)
  const since = failed.at(-1)?.startedAt
  if (since === undefined) return { kind: 'well' }
  const isGivenUp = failed.length >= failuresMax || failed.some((one) => one.ending === 'timed_out')
  return { kind: isGivenUp ? 'unreachable' : 'failing', since, failuresInRow: failed.length }
}

/**
 * Returns when a refusal was resolved. An accepted check proves valid credentials and credit; only a decision proves
 * that the account includes the product.
 */
function resolvedAt(reason: OperatorReason, { acceptedAt, decidedAt }: Refusals): number {
  const decided = decidedAt ?? Number.NEGATIVE_INFINITY
  const accepted = acceptedAt ?? Number.NEGATIVE_INFINITY
  switch (reason) {
    case 'provider_wallet_empty':
      return accepted
    case 'provider_credentials_refused':
      return Math.max(accepted, decided)
    case 'provider_misconfigured':
      return decided
  }
}
