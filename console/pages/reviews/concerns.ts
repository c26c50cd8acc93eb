// The concerns that a reviewer has to check, most important first. A differing claim, which is both a check and a
// reason, is listed once, and "declined" is left out, because the status shows it. Pure.

import type { QueuedReviewJson } from '../../../server/reviews/review-json.ts'
import { type ZoneCheckName, zoneCheckNames } from '../../../server/verifications/verification.ts'

type Verification = QueuedReviewJson['verification']
type Finding = Verification['findings'][number]

export type Concern =
  | { readonly kind: 'reason'; readonly code: Verification['reasons'][number] }
  | { readonly kind: 'differs'; readonly check: ZoneCheckName }
  | { readonly kind: 'doubt'; readonly check: Verification['checks'][number]['check'] }
  | ({ readonly kind: 'fault' } & Finding)
  | { readonly kind: 'score'; readonly score: number }
  | { readonly kind: 'cause'; readonly cause: ConcernCause }

type ConcernCause = 'decision' | 'late_result' | 'fraud' | 'reused_number' | 'sample' | 'asked'

export function concernsOf({ causes, verification }: QueuedReviewJson): readonly Concern[] {
  const { reasons, checks, findings, score } = verification
  const differing = checks.flatMap(({ check, result }) => {
    const code = result === 'failed' ? mismatches[check] : undefined
    return code === undefined ? [] : [code]
  })
  const isLow = causes.includes('low_band') && score !== null
  return [
    ...[...new Set([...reasons, ...differing])].map((code) => ({ kind: 'reason' as const, code })),
    ...zoneCheckNames
      .filter((name) => checks.some(({ check, result }) => check === name && result === 'failed'))
      .map((check) => ({ kind: 'differs' as const, check })),
    ...checks
      .filter(({ result }) => result === 'unclear')
      .map(({ check }) => ({ kind: 'doubt' as const, check })),
    ...findings.map((finding) => ({ kind: 'fault' as const, ...finding })),
    ...(isLow ? [{ kind: 'score' as const, score }] : []),
    ...(['decision', 'late_result', 'fraud', 'reused_number', 'sample', 'asked'] as const)
      .filter((cause) => causes.includes(cause))
      // Fraud that was suspected before the end is among the reasons.
      .filter((cause) => cause !== 'fraud' || !reasons.includes('fraud_suspected'))
      .map((cause) => ({ kind: 'cause' as const, cause })),
  ]
}

type Check = Verification['checks'][number]['check']

const mismatches: Partial<Record<Check, Verification['reasons'][number]>> = {
  name: 'name_mismatch',
  date_of_birth: 'date_of_birth_mismatch',
  id_number: 'id_number_mismatch',
}
