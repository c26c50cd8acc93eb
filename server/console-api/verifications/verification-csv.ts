// The columns of the verification export. Pure.

import { toIso } from '../../kernel/clock.ts'
import type { CsvCell } from '../../kernel/csv.ts'
import { bandOf } from '../../scoring/bands.ts'
import { reviewOutcomeNames } from '../../verifications/review-summary.ts'
import type { ComparedField } from './claim-comparison.ts'
import type { PersonalDetails } from './verification-detail.ts'
import type { VerificationListRow } from './verification-list-row.ts'

export const verificationCsvColumns = [
  'id',
  'environment',
  'status',
  'country',
  'id_type',
  'external_ref',
  'score',
  'band',
  'scoring',
  'reasons',
  'findings',
  'review_state',
  'review_outcome',
  'review_closed_at',
  'created_at',
  'completed_at',
] as const

/** Returns one cell for each of `verificationCsvColumns`. */
export function verificationCsvRow(row: VerificationListRow): readonly CsvCell[] {
  const { score, completedAt, review } = row
  return [
    row.id,
    row.environment,
    row.status,
    row.country,
    row.idType,
    row.externalRef,
    score,
    score === undefined ? undefined : bandOf(score).band,
    row.scoring,
    row.reasons.join(' '),
    row.findings,
    review?.state,
    review?.outcome && reviewOutcomeNames[review.outcome],
    isoOf(review?.closedAt),
    toIso(row.createdAt),
    isoOf(completedAt),
  ]
}

function isoOf(at: number | undefined): string | undefined {
  return at === undefined ? undefined : toIso(at)
}

export const personalColumns = [
  'claimed_first_name',
  'claimed_last_name',
  'claimed_date_of_birth',
  'claimed_id_number',
  'read_name',
  'read_date_of_birth',
  'read_id_number',
] as const

/** Returns one cell for each of `personalColumns`; all empty when the personal data was erased. */
export function personalRow(person: PersonalDetails | undefined): readonly CsvCell[] {
  if (person === undefined) return personalColumns.map(() => undefined)
  const { claims, comparison } = person
  const read = (wanted: ComparedField) =>
    comparison.fields.find(({ field }) => field === wanted)?.read
  return [
    claims.firstName,
    claims.lastName,
    claims.dateOfBirth,
    claims.idNumber,
    read('name'),
    read('date_of_birth'),
    read('id_number'),
  ]
}
