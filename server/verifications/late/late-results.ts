// What the provider says of a verification beside or after its final answer: a changed result, or a report of fraud,
// which comes in a callback alone. The status never changes by it; people review it. Pure.

import type { ReasonCode } from '../reasons.ts'
import type { FinalStatus, Verification } from '../verification.ts'

/** `fraud_suspected` stays, whatever else is said later. */
export type LateFinding = 'fraud_suspected' | 'other_outcome'

/** Where a result comes from: the sender of a callback is not proven, the answer to our own question is. */
type LateSource = 'callback' | 'result'

export interface LateOutcome {
  readonly status: FinalStatus
  readonly reasons: readonly ReasonCode[]
}

export interface LateResult {
  readonly source: LateSource
  readonly receivedAt: number
  /** What the verification would have come to; undefined for a report that was not judged yet. */
  readonly outcome?: LateOutcome
  /** As it came; of a callback only its report. */
  readonly answer: unknown
}

/** As they were received, oldest first. */
export interface LateResults {
  readonly results: readonly LateResult[]
  readonly finding: LateFinding | undefined
}

export const noLateResults: LateResults = { results: [], finding: undefined }

/** Results of one verification; with one more, the last but the first ones gives way. */
const resultsMax = 6

export function withResult(results: readonly LateResult[], added: LateResult) {
  return [...results.slice(0, resultsMax - 1), added]
}

/** What the provider's own answers came to last: what the verification did, until a result said otherwise. */
export function knownOutcome(
  { status, reasons }: Pick<Verification, 'status' | 'reasons'>,
  results: readonly LateResult[],
): Pick<Verification, 'status' | 'reasons'> {
  return results.findLast(({ source }) => source === 'result')?.outcome ?? { status, reasons }
}

export function isSameOutcome(
  one: Pick<Verification, 'status' | 'reasons'>,
  other: Pick<Verification, 'status' | 'reasons'>,
): boolean {
  return (
    one.status === other.status &&
    one.reasons.length === other.reasons.length &&
    one.reasons.every((reason) => other.reasons.includes(reason))
  )
}

/** @param of the verification, which completed */
export function findingOf(
  of: Pick<Verification, 'status' | 'reasons'>,
  results: readonly LateResult[],
): LateFinding | undefined {
  const differing = results.flatMap(({ outcome }) =>
    outcome === undefined || isSameOutcome(outcome, of) ? [] : [outcome],
  )
  if (differing.length === 0) return undefined
  const isFraud = differing.some(({ reasons }) => reasons.includes('fraud_suspected'))
  return isFraud ? 'fraud_suspected' : 'other_outcome'
}
