// How those whom the product asks are doing, judged by what is on record: the last calls that left and how
// verifications ended. So any process can tell, and every one tells the same. Pure.

import { circuitLimitsDefault } from '../providers/circuit-breaker.ts'
import type { RefusedReason } from '../providers/provider.ts'

/** What is known of one of them. */
export type OutsideRecord =
  | { readonly kind: 'well' }
  /** The last calls failed: too few to stop asking. */
  | { readonly kind: 'failing'; readonly since: number; readonly failuresInRow: number }
  /** So many that it is not asked for a while, or one that took all its time. */
  | { readonly kind: 'unreachable'; readonly since: number; readonly failuresInRow: number }
  /** It answers, and what it says is no. `since`: of the last time. */
  | { readonly kind: 'refusing'; readonly since: number; readonly reason: OperatorReason }

export interface OutsideStatus {
  readonly provider: OutsideRecord
  readonly scoring: OutsideRecord
}

/** Refusals that nobody but an operator can mend. */
export const operatorReasons = [
  'provider_wallet_empty',
  'provider_credentials_refused',
  'provider_misconfigured',
] as const satisfies readonly RefusedReason[]
export type OperatorReason = (typeof operatorReasons)[number]

/** How a call ended. One that we broke off ourselves says nothing and is not among them. */
export interface CallMade {
  readonly startedAt: number
  readonly ending: 'answered' | 'failed' | 'timed_out'
}

/** Verifications that ended for an operator's reason: when the latest of each did. */
export interface Refusals {
  readonly latest: Readonly<Partial<Record<OperatorReason, number>>>
  /** When a new check was last accepted by the provider; undefined where none was. */
  readonly acceptedAt: number | undefined
  /** When a verification last ended with a decision; undefined where none did. */
  readonly decidedAt: number | undefined
}

/** `calls`: newest first. */
export function judgeProvider(calls: readonly CallMade[], refusals: Refusals): OutsideRecord {
  const reached = judgeCalls(calls)
  if (reached.kind === 'unreachable') return reached
  const standing = operatorReasons
    .map((reason) => ({ reason, since: refusals.latest[reason] ?? Number.NEGATIVE_INFINITY }))
    .filter(({ reason, since }) => since > mendedAt(reason, refusals))
    .toSorted((one, other) => other.since - one.since)[0]
  return standing === undefined ? reached : { kind: 'refusing', ...standing }
}

/**
 * `calls`: newest first. `skippedAt`: when the verifications ended, newest first, that asked for a score
 * since the last that got one: an engine whose answers cannot be used answers every call.
 */
export function judgeScoring(
  calls: readonly CallMade[],
  skippedAt: readonly number[],
): OutsideRecord {
  const reached = judgeCalls(calls)
  const [latest = 0] = skippedAt
  const isMended = calls.some((one) => one.ending === 'answered' && one.startedAt > latest)
  const since = skippedAt.at(-1)
  if (reached.kind === 'unreachable' || since === undefined || isMended) return reached
  const failuresInRow = skippedAt.length
  if (failuresInRow >= failuresMax) return { kind: 'unreachable', since, failuresInRow }
  return reached.kind === 'failing' ? reached : { kind: 'failing', since, failuresInRow }
}

/** As many as open the circuit breaker of a server. */
const { failuresMax } = circuitLimitsDefault

function judgeCalls(calls: readonly CallMade[]): OutsideRecord {
  const answered = calls.findIndex(({ ending }) => ending === 'answered')
  const failed = answered === -1 ? calls : calls.slice(0, answered)
  const since = failed.at(-1)?.startedAt
  if (since === undefined) return { kind: 'well' }
  const isGivenUp = failed.length >= failuresMax || failed.some((one) => one.ending === 'timed_out')
  return { kind: isGivenUp ? 'unreachable' : 'failing', since, failuresInRow: failed.length }
}

/** A check is accepted by an account that is known and has credit; that it has the product shows later. */
function mendedAt(reason: OperatorReason, { acceptedAt, decidedAt }: Refusals): number {
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
