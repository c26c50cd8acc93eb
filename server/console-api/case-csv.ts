// The columns of an exported list of verifications. Pure.

import { toIso } from '../kernel/clock.ts'
import type { CsvCell } from '../kernel/csv.ts'
import { bandOf } from '../scoring/bands.ts'
import type { ListedCase } from './case-list-view.ts'
import type { PersonalDetails } from './read-case.ts'

export const caseColumns = [
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

/** As long as `caseColumns`. */
export function caseRow(one: ListedCase): readonly CsvCell[] {
  const { score, completedAt, review } = one
  return [
    one.id,
    one.environment,
    one.status,
    one.country,
    one.idType,
    one.externalRef,
    score,
    score === undefined ? undefined : bandOf(score).band,
    one.scoring,
    one.reasons.join(' '),
    one.findings,
    review?.state,
    review?.outcome,
    isoOf(review?.closedAt),
    toIso(one.createdAt),
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

/** As long as `personalColumns`; empty where the person's details were erased. */
export function personalRow(person: PersonalDetails | undefined): readonly CsvCell[] {
  if (person === undefined) return personalColumns.map(() => undefined)
  const { claims, comparison, readings } = person
  const name = comparison.fields.find(({ field }) => field === 'name')
  return [
    claims.firstName,
    claims.lastName,
    claims.dateOfBirth,
    claims.idNumber,
    name?.read,
    readings.dateOfBirth,
    readings.idNumber,
  ]
}
