// Decides a verification from the provider's verdict and the client's claims. Pure: the same verdict and claims at the
// same time give the same outcome, and only a clean verdict is approved. What was read in the document's
// machine-readable zone adds checks, and decides nothing here.

import { isExpired } from '../../markets/country-date.ts'
import { compareDates } from '../../matching/compare-dates.ts'
import { compareNames } from '../../matching/compare-names.ts'
import { compareDocumentNumbers } from '../../matching/compare-numbers.ts'
import type { MatchVerdict } from '../../matching/match-verdict.ts'
import type { DocumentReadings, ProviderVerdict } from '../../providers/provider.ts'
import type { ReasonCode } from '../reasons.ts'
import type {
  Check,
  CheckName,
  Claims,
  Outcome,
  Verification,
  ZoneCheckName,
} from '../verification.ts'
import { compareZone, zoneChecks } from '../zone/compare-zone.ts'
import type { ZoneReading } from '../zone/zone-reading.ts'

/**
 * - `error`: the verdict is `error`, or it is `verified` although a check failed, the document or face match did
 *   not pass, or another document was seen.
 * - `declined`: the provider did not verify the person, the document has expired, or a claim clearly differs from it.
 * - `approved`: everything else. An `unclear` comparison alone does not decline; so is one of a claim with nothing.
 */
export function decide(
  verdict: ProviderVerdict,
  { claims, submitted, zone, nowMs }: Submitted,
): Outcome {
  const comparisons = compareClaims(claims, verdict.readings)
  const checks: readonly Check[] = [
    ...checksOf(verdict.checks, comparisons),
    ...(zone ? zoneChecks(compareZone(zone, { claims, readings: verdict.readings })) : []),
  ]
  if (verdict.outcome === 'error') return { status: 'error', reasons: verdict.reasons, checks }
  if (contradictsItself(verdict) || isOfAnother(verdict, submitted)) {
    return { status: 'error', reasons: ['provider_answer_contradictory'], checks }
  }
  const reasons: readonly ReasonCode[] = [
    ...verdict.reasons,
    ...(hasExpired(verdict, submitted, nowMs) ? (['document_expired'] as const) : []),
    ...comparisons.filter(({ result }) => result === 'failed').map(({ check }) => mismatch[check]),
  ]
  const clean = verdict.outcome === 'verified' && reasons.length === 0
  if (!clean) return { status: 'declined', reasons, checks }
  return { status: 'approved', reasons, checks: checks.map((one) => doubtIfUnread(one, checks)) }
}

/** A claim that an approval could compare with nothing, neither read by the provider nor in the zone, is in doubt. */
function doubtIfUnread(one: Check, checks: readonly Check[]): Check {
  const inZone = isComparedField(one.check) ? zoneCheckOf[one.check] : undefined
  if (inZone === undefined || one.reason !== 'nothing_read') return one
  const isInZone = checks.some(({ check, result }) => check === inZone && result === 'passed')
  return isInZone ? one : { ...one, result: 'unclear' }
}

interface Submitted {
  readonly claims: Claims
  readonly submitted: Pick<Verification, 'country' | 'idType'>
  /** What was read in the document's zone, if anything was. */
  readonly zone?: ZoneReading | undefined
  readonly nowMs: number
}

/** Whether a document that the provider verified has expired by the date in its country. */
function hasExpired(
  { outcome, readings }: ProviderVerdict,
  { country }: Submitted['submitted'],
  nowMs: number,
): boolean {
  const { expiresOn } = readings
  return outcome === 'verified' && expiresOn !== undefined && isExpired(expiresOn, country, nowMs)
}

/** Whether the provider verified another document than it was asked about. */
function isOfAnother(
  { outcome, seen }: ProviderVerdict,
  { country, idType }: Submitted['submitted'],
): boolean {
  if (outcome !== 'verified') return false
  return (seen.country ?? country) !== country || (seen.idType ?? idType) !== idType
}

/** The provider's adapter checks this too; we repeat the check because a wrong approval costs the most. */
function contradictsItself({ outcome, checks }: ProviderVerdict): boolean {
  if (outcome !== 'verified') return false
  const isSupported = checks.document === 'passed' && checks.faceMatch === 'passed'
  return !isSupported || checks.liveness === 'failed'
}

/**
 * Returns the checks of a verification that ends without an answer of the provider: nothing was done or compared.
 * @param claims undefined where they cannot be read
 * @param before the verification's checks so far: those of the document's zone, which stay
 */
export function checksNotDone(
  claims: Claims | undefined,
  before: readonly Check[],
): readonly Check[] {
  const comparisons = compareClaims(claims ?? {}, {}).map((one) =>
    claims === undefined ? { ...one, reason: 'nothing_read' } : one,
  )
  return [...checksOf(nothingDone, comparisons), ...before]
}

const nothingDone = { document: 'not_done', liveness: 'not_done', faceMatch: 'not_done' } as const

/** The six decisive checks, in the order of their names. */
function checksOf(
  { document, liveness, faceMatch }: ProviderVerdict['checks'],
  comparisons: readonly Check[],
): readonly Check[] {
  return [
    { check: 'document', result: document },
    { check: 'liveness', result: liveness },
    { check: 'face_match', result: faceMatch },
    ...comparisons,
  ]
}

type ComparedField = 'name' | 'date_of_birth' | 'id_number'

const zoneCheckOf: Readonly<Record<ComparedField, ZoneCheckName>> = {
  name: 'mrz_name',
  date_of_birth: 'mrz_date_of_birth',
  id_number: 'mrz_number',
}

function isComparedField(name: CheckName): name is ComparedField {
  return Object.hasOwn(zoneCheckOf, name)
}

const mismatch: Readonly<Record<ComparedField, ReasonCode>> = {
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
  readings: DocumentReadings,
): readonly (Check & { readonly check: ComparedField })[] {
  return [
    toCheck('name', compareNames(claims, readings)),
    toCheck('date_of_birth', compareDates(claims.dateOfBirth, readings.dateOfBirth)),
    toCheck('id_number', compareDocumentNumbers(claims.idNumber, readings)),
  ]
}

function toCheck(
  check: ComparedField,
  { verdict, reason }: { readonly verdict: MatchVerdict; readonly reason: string },
) {
  return { check, result: resultOf[verdict], reason }
}
