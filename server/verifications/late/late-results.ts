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
  /** Who said it, as its kind has it. undefined in those of early releases: the provider of the verification. */
  readonly provider?: string
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

/** `pending`: it waits for staff, and whatever is said is news. */
type Completed = Pick<Verification, 'status' | 'reasons'>

/** Results of one verification. */
const resultsMax = 6

/** Reports of one verification that people are to look at. */
const suspiciousReportsMax = 3

/**
 * Whether one more report is kept. A signature covers no content, so whoever has one could send ever other reports and
 * have the review opened without end.
 */
export function hasRoomForReport(of: Completed, results: readonly LateResult[]): boolean {
  const suspicious = results.filter(
    (result) => result.source === 'callback' && !isSettled(of, result),
  )
  return suspicious.length < suspiciousReportsMax
}

/** Where there is no room, a report that is settled gives way, or else the oldest answer to our questions. */
export function withResult(
  of: Completed,
  results: readonly LateResult[],
  added: LateResult,
): readonly LateResult[] {
  if (results.length < resultsMax) return [...results, added]
  const settled = results.find((one) => one.source === 'callback' && isSettled(of, one))
  const spare = settled ?? results.find(({ source }) => source === 'result')
  return [...results.filter((one) => one !== spare), added]
}

/** Whether it was judged, and leaves the verification as it is. */
function isSettled(of: Completed, { outcome }: LateResult): boolean {
  return outcome !== undefined && isSameOutcome(outcome, of)
}

/** Returns those for which people look for fraud, or will: a report that was not judged yet may come to it. */
export function suspectingFraud(
  of: Completed,
  results: readonly LateResult[],
): readonly LateResult[] {
  return results.filter((result) => {
    const { outcome } = result
    if (outcome === undefined) return true
    return outcome.reasons.includes('fraud_suspected') && !isSettled(of, result)
  })
}

/** What the provider's own answers came to last: what the verification did, until a result said otherwise. */
export function knownOutcome(
  { status, reasons }: Completed,
  results: readonly LateResult[],
): Completed {
  return results.findLast(({ source }) => source === 'result')?.outcome ?? { status, reasons }
}

export function isSameOutcome(one: Completed, other: Completed): boolean {
  return (
    one.status === other.status &&
    one.reasons.length === other.reasons.length &&
    one.reasons.every((reason) => other.reasons.includes(reason))
  )
}

/** @param of the verification, which completed or waits for staff */
export function findingOf(of: Completed, results: readonly LateResult[]): LateFinding | undefined {
  const differing = results.flatMap(({ outcome }) =>
    outcome === undefined || isSameOutcome(outcome, of) ? [] : [outcome],
  )
  if (differing.length === 0) return undefined
  const isFraud = differing.some(({ reasons }) => reasons.includes('fraud_suspected'))
  return isFraud ? 'fraud_suspected' : 'other_outcome'
}

/**
 * Whether people are to look at a result that was judged now: it differs from what the verification completed with, or
 * takes back what the provider's answer said last.
 */
export function isNews(of: Completed, result: LateResult): boolean {
  return result.source === 'result' || !isSettled(of, result)
}
