// Compares the document's machine-readable zone with the claims and with what the provider read. Pure. The results
// raise reviews; only the digits of a valid zone can do more, see `judge-zone.ts`.

import { compareDates, type DateReason } from '../../matching/compare-dates.ts'
import { compareNames } from '../../matching/compare-names.ts'
import {
  comparableNumber,
  compareNumbers,
  type NumberReason,
} from '../../matching/compare-numbers.ts'
import type { NameReason } from '../../matching/judge-names.ts'
import type { MatchVerdict } from '../../matching/match-verdict.ts'
import type { MrzDocument } from '../../mrz/parse-mrz.ts'
import type { DocumentReadings } from '../../providers/provider.ts'
import type { Check, Claims, ZoneCheckName } from '../verification.ts'
import type { ZoneReading } from './zone-reading.ts'

export type ZoneNumberReason =
  | NumberReason
  /** The zone has numbers of other kinds only: cards print a serial number there, not the holder's number. */
  | 'other_number'

interface ZoneComparison {
  readonly check: ZoneCheckName
  readonly against: 'claims' | 'provider'
  readonly result: Check['result']
  readonly reason: NameReason | DateReason | ZoneNumberReason
}

interface Compared {
  readonly claims: Claims
  /** undefined until the provider answered. */
  readonly readings?: DocumentReadings | undefined
}

/** Returns nothing where no zone was read. A doubtful zone fails nothing: it may be misread. */
export function compareZone(
  { outcome, found }: Pick<ZoneReading, 'outcome' | 'found'>,
  { claims, readings }: Compared,
): readonly ZoneComparison[] {
  const document = found?.document
  if (document === undefined) return []
  const mismatch = outcome === 'doubtful' ? 'unclear' : 'failed'
  const results = {
    match: 'passed',
    unclear: 'unclear',
    mismatch,
    not_compared: 'not_done',
  } as const
  const one = (
    check: ZoneCheckName,
    against: ZoneComparison['against'],
    compared: { readonly verdict: MatchVerdict; readonly reason: ZoneComparison['reason'] },
  ): ZoneComparison => ({
    check,
    against,
    result: results[compared.verdict],
    reason: compared.reason,
  })
  const withClaims = [
    one('mrz_name', 'claims', compareNames(claims, zoneName(document))),
    one('mrz_date_of_birth', 'claims', compareDates(claims.dateOfBirth, document.birthDate)),
    one('mrz_number', 'claims', compareZoneNumber(claims.idNumber, document)),
  ]
  if (readings === undefined) return withClaims
  const { surname, givenNames } = document
  return [
    ...withClaims,
    one(
      'mrz_name',
      'provider',
      compareNames({ lastName: surname, firstName: givenNames }, readings),
    ),
    one('mrz_date_of_birth', 'provider', compareDates(document.birthDate, readings.dateOfBirth)),
    one('mrz_number', 'provider', compareReadNumbers(readings, document)),
  ]
}

const worstFirst: readonly Check['result'][] = ['failed', 'unclear', 'passed', 'not_done']

/** Reduces the comparisons to one check for each field: the worst of the two. */
export function zoneChecks(comparisons: readonly ZoneComparison[]): readonly Check[] {
  const names = [...new Set(comparisons.map(({ check }) => check))]
  return names.flatMap((name) => {
    const [worst] = comparisons
      .filter(({ check }) => check === name)
      .sort((one, other) => worstFirst.indexOf(one.result) - worstFirst.indexOf(other.result))
    return worst ? [{ check: name, result: worst.result, reason: worst.reason }] : []
  })
}

function zoneName({ surname, givenNames }: MrzDocument) {
  return { lastName: surname, ...(givenNames === '' ? {} : { firstName: givenNames }) }
}

/** The provider may have read two numbers of the document, of which the zone holds one. */
function compareReadNumbers({ idNumber, otherIdNumber }: DocumentReadings, document: MrzDocument) {
  const [first, second] = [idNumber, otherIdNumber].map((one) => compareZoneNumber(one, document))
  return second?.verdict === 'match' ? second : (first ?? compareZoneNumber(undefined, document))
}

/** A passport's number is its document number. A card may have the number in any field, or none of its kind. */
function compareZoneNumber(
  number: string | undefined,
  { format, documentNumber, optionalFields }: MrzDocument,
): { readonly verdict: MatchVerdict; readonly reason: ZoneNumberReason } {
  const printed = compareNumbers(number, documentNumber)
  if (printed.verdict === 'match' || printed.verdict === 'not_compared') return printed
  const others = optionalFields.map((field) => ({ field, ...compareNumbers(number, field) }))
  const match = others.find(({ verdict }) => verdict === 'match')
  if (match !== undefined) return { verdict: match.verdict, reason: match.reason }
  if (format === 'TD3' || number === undefined) return printed
  const ofKind = [{ field: documentNumber, ...printed }, ...others].find(
    ({ field }) => shapeOf(field) === shapeOf(number),
  )
  if (ofKind === undefined) return { verdict: 'not_compared', reason: 'other_number' }
  return { verdict: ofKind.verdict, reason: ofKind.reason }
}

/** The same for numbers of one kind: letters, digits and length. Lookalikes may be of either. */
function shapeOf(number: string): string {
  return comparableNumber(number).replace(/[A-Z]/g, 'A').replace(/[0-9]/g, '9')
}
