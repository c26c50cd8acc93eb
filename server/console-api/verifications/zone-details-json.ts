// What was read in the document's machine-readable zone, beside claims and provider, for the console. Personal data.

import type { DocumentReadings } from '../../providers/provider.ts'
import type { Claims, ZoneCheckName } from '../../verifications/verification.ts'
import { compareZone, zoneChecks } from '../../verifications/zone/compare-zone.ts'
import type { ZoneReading } from '../../verifications/zone/zone-reading.ts'

interface ComparedZone {
  readonly claims: Claims
  readonly readings: DocumentReadings
  readonly zone?: ZoneReading | undefined
}

/** Returns null where no zone was read. */
export function zoneDetailsJson({ claims, readings, zone }: ComparedZone) {
  const found = zone?.found
  if (zone === undefined || found === undefined) return null
  const { document, side, lines } = found
  const checks = zoneChecks(compareZone(zone, { claims, readings }))
  const resultOf = (name: ZoneCheckName) =>
    checks.find(({ check }) => check === name)?.result ?? 'not_done'
  return {
    verdict: zone.outcome,
    side,
    lines,
    format: document?.format ?? null,
    issuing_state: document?.issuingState ?? null,
    expiry_date: document?.expiryDate ?? null,
    fields: [
      {
        field: 'name' as const,
        result: resultOf('mrz_name'),
        zone: textOf([document?.givenNames, document?.surname]),
      },
      {
        field: 'date_of_birth' as const,
        result: resultOf('mrz_date_of_birth'),
        zone: document?.birthDate ?? null,
      },
      {
        field: 'id_number' as const,
        result: resultOf('mrz_number'),
        zone: document?.documentNumber ?? null,
      },
    ],
  }
}

export type ZoneDetailsJson = NonNullable<ReturnType<typeof zoneDetailsJson>>

function textOf(parts: readonly (string | undefined)[]): string | null {
  const text = parts.filter((part) => part !== undefined && part !== '').join(' ')
  return text === '' ? null : text
}
