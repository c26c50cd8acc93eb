// Decides a verification from the provider's verdict and the client's claims. Pure: the same verdict
// and claims give the same conclusion, and nothing but a clean verdict is ever approved.

import { compareDates } from '../matching/compare-dates.ts'
import { compareNames } from '../matching/compare-names.ts'
import { compareNumbers } from '../matching/compare-numbers.ts'
import type { MatchVerdict } from '../matching/match-verdict.ts'
import type { DocumentReadings, ProviderVerdict } from '../providers/provider.ts'
import type { ReasonCode } from './reasons.ts'
import type { Check, Claims, Conclusion } from './verification.ts'

/**
 * - A verdict of `error`, or one of `verified` over a failed check or without a document and a face
 *   that passed, ends in `error`.
 * - Anything not verified, or a claim that clearly differs from the document, is `declined`.
 * - Only what is left is `approved`; a doubtful comparison (`unclear`) does not decline by itself.
 */
export function decide(verdict: ProviderVerdict, claims: Claims): Conclusion {
  const comparisons = compareClaims(claims, verdict.readings)
  const checks: readonly Check[] = [
    { check: 'document', result: verdict.checks.document },
    { check: 'liveness', result: verdict.checks.liveness },
    { check: 'face_match', result: verdict.checks.faceMatch },
    ...comparisons,
  ]
  if (verdict.outcome === 'error') return { status: 'error', reasons: verdict.reasons, checks }
  if (contradictsItself(verdict)) {
    return { status: 'error', reasons: ['provider_answer_contradictory'], checks }
  }
  const reasons: readonly ReasonCode[] = [
    ...verdict.reasons,
    ...comparisons.filter((one) => one.result === 'failed').map((one) => mismatch[one.check]),
  ]
  const clean = verdict.outcome === 'verified' && reasons.length === 0
  return { status: clean ? 'approved' : 'declined', reasons, checks }
}

/** A provider's mapping sees to this too; it is looked at again where it would cost the most. */
function contradictsItself({ outcome, checks }: ProviderVerdict): boolean {
  if (outcome !== 'verified') return false
  const isFounded = checks.document === 'passed' && checks.faceMatch === 'passed'
  return !isFounded || checks.liveness === 'failed'
}

type Compared = 'name' | 'date_of_birth' | 'id_number'

const mismatch: Readonly<Record<Compared, ReasonCode>> = {
  name: 'name_mismatch',
  date_of_birth: 'date_of_birth_mismatch',
  id_number: 'id_number_mismatch',
}

const resultOf = {
  match: 'passed',
  mismatch: 'failed',
  unclear: 'unclear',
  not_compared: 'not_done',
} as const

function compareClaims(
  claims: Claims,
  read: DocumentReadings,
): readonly (Check & { readonly check: Compared })[] {
  return [
    compared('name', compareNames(claims, read)),
    compared('date_of_birth', compareDates(claims.dateOfBirth, read.dateOfBirth)),
    compared('id_number', compareNumbers(claims.idNumber, read.idNumber)),
  ]
}

function compared(
  check: Compared,
  { verdict, reason }: { readonly verdict: MatchVerdict; readonly reason: string },
) {
  return { check, result: resultOf[verdict], reason }
}
