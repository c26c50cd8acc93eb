// Compares the client's claims with the provider's readings, field by field, with the same comparisons that decided
// the verification. Pure.

import { compareDates } from '../../matching/compare-dates.ts'
import { type ClaimedName, compareNames, type NamePair } from '../../matching/compare-names.ts'
import { compareDocumentNumbers } from '../../matching/compare-numbers.ts'
import type { MatchVerdict } from '../../matching/match-verdict.ts'
import type { NameSpan } from '../../matching/name-words.ts'
import type { DocumentReadings } from '../../providers/provider.ts'
import type { Claims } from '../../verifications/verification.ts'

export type ComparedField = 'name' | 'date_of_birth' | 'id_number'

export interface FieldComparison {
  readonly field: ComparedField
  readonly verdict: MatchVerdict
  /** Stable code of the comparison's result. */
  readonly reason: string
  readonly claimed: string | undefined
  readonly read: string | undefined
}

export interface ClaimComparison {
  readonly fields: readonly FieldComparison[]
  /** Which words of the two names match, by their offsets in the fields. */
  readonly names: {
    readonly pairs: readonly NamePair[]
    readonly claimedAlone: readonly NameSpan[]
    readonly readAlone: readonly NameSpan[]
  }
}

export function compareClaims(claims: Claims, read: DocumentReadings): ClaimComparison {
  const name = compareNames(claims, read)
  const date = compareDates(claims.dateOfBirth, read.dateOfBirth)
  const number = compareDocumentNumbers(claims.idNumber, read)
  const { pairs, claimedAlone, readAlone } = name
  return {
    fields: [
      { field: 'name', ...sides(nameOf(claims), readName(read)), ...verdictOf(name) },
      {
        field: 'date_of_birth',
        ...sides(claims.dateOfBirth, read.dateOfBirth),
        ...verdictOf(date),
      },
      { field: 'id_number', ...sides(claims.idNumber, number.read), ...verdictOf(number) },
    ],
    names: { pairs, claimedAlone, readAlone },
  }
}

function sides(claimed: string | undefined, read: string | undefined) {
  return { claimed, read }
}

function verdictOf({
  verdict,
  reason,
}: {
  readonly verdict: MatchVerdict
  readonly reason: string
}) {
  return { verdict, reason }
}

function nameOf({ firstName, lastName }: ClaimedName): string | undefined {
  return joined([firstName, lastName])
}

function readName({ fullName, firstName, otherNames, lastName }: DocumentReadings) {
  return fullName ?? joined([firstName, otherNames, lastName])
}

function joined(parts: readonly (string | undefined)[]): string | undefined {
  const present = parts.filter((part) => part !== undefined)
  return present.length === 0 ? undefined : present.join(' ')
}
