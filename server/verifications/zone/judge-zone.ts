// Judges the reading of a document's machine-readable zone: its findings, and the reasons for which the verification is
// declined without the provider where the operator enforces them. Pure.

import { isExpired } from '../../markets/country-date.ts'
import { zoneSideOf } from '../../markets/market.ts'
import type { ReasonCode } from '../reasons.ts'
import type { Claims, Verification, ZoneFinding } from '../verification.ts'
import { compareZone } from './compare-zone.ts'
import type { ZoneReading, ZoneSide } from './zone-reading.ts'

/** @param sides those that were submitted */
export function zoneFindings(
  zone: ZoneReading,
  verification: Pick<Verification, 'country' | 'idType'>,
  sides: readonly ZoneSide[],
): readonly ZoneFinding[] {
  const { outcome, found } = zone
  const side = zoneSideOf(verification)
  const isMissing = outcome === 'no_zone' && side !== undefined && sides.includes(side)
  if (isMissing) return [{ role: side, code: 'mrz_missing' }]
  if (found === undefined) return []
  const { side: role } = found
  if (outcome === 'doubtful') return [{ role, code: 'mrz_doubtful' }]
  if (outcome === 'document_inconsistent') return [{ role, code: 'mrz_inconsistent' }]
  return hasExpired(zone, verification.country) ? [{ role, code: 'mrz_expired' }] : []
}

/**
 * Returns the reasons to decline; empty if there are none. Only digits decide: wrong check digits that were read with
 * confidence, and dates and numbers of a zone whose digits hold. Names, and zones that are missing or doubtful, do not.
 */
export function zoneRefusal(
  zone: ZoneReading,
  { country, claims }: { readonly country: string; readonly claims: Claims },
): readonly ReasonCode[] {
  if (zone.outcome === 'document_inconsistent') return ['document_not_verified']
  if (zone.outcome !== 'valid') return []
  const differing = compareZone(zone, { claims }).filter(({ result }) => result === 'failed')
  return [
    ...(hasExpired(zone, country) ? (['document_expired'] as const) : []),
    ...differing.flatMap(({ check }) => refusing[check] ?? []),
  ]
}

const refusing: Readonly<Partial<Record<string, ReasonCode>>> = {
  mrz_date_of_birth: 'date_of_birth_mismatch',
  mrz_number: 'id_number_mismatch',
}

/** Dates without a day do not expire it. */
function hasExpired({ found, readAt }: ZoneReading, country: string): boolean {
  const date = found?.document?.expiryDate
  if (date === undefined || date.length !== 'YYYY-MM-DD'.length) return false
  return isExpired(date, country, readAt)
}
