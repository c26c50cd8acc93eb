// The wire shape of what the product itself read in the document's machine-readable zone. Number and dates are
// personal data: the detail shows them to keys that may read verifications, once the audit log says so.

import { z } from 'zod'
import type { Wire } from '../../kernel/wire-schema.ts'
import { mrzFormats } from '../../mrz/mrz-layouts.ts'
import { type Finding, zoneFindingCodes } from '../../verifications/verification.ts'
import { type ZoneReading, zoneOutcomes } from '../../verifications/zone/zone-reading.ts'

export const documentSchema = z
  .object({
    verdict: z
      .enum(zoneOutcomes)
      .describe(
        '`valid`: all check digits hold. `document_inconsistent`: read with confidence, but a check digit is wrong. `doubtful`: not read with confidence. `no_zone`: none was found. `unavailable`, `over_time`, `failed`: nothing was read, for a reason on our side.',
      ),
    source: z.enum(['front', 'back']).nullable().describe('The image that shows the zone.'),
    format: z.enum(mrzFormats).nullable().describe('Of ICAO Doc 9303; null if unknown.'),
    document_code: z.string().nullable().describe('One or two letters, such as P or ID.'),
    issuing_state: z.string().nullable().describe('As printed: one to three letters.'),
    number: z.string().nullable().describe('The document number in the zone.'),
    date_of_birth: z.string().nullable().describe('Shorter where day or month are unknown.'),
    expiry_date: z.string().nullable().describe('null where the document states none.'),
    findings: z.array(z.enum(zoneFindingCodes)).describe('What raised a review, if anything.'),
  })
  .meta({ id: 'DocumentReading' })

type DocumentReadingJson = Wire<typeof documentSchema>

export function documentJson(
  { outcome, found }: ZoneReading,
  findings: readonly Finding[],
): DocumentReadingJson {
  const document = found?.document
  return {
    verdict: outcome,
    source: found?.side ?? null,
    format: document?.format ?? null,
    document_code: document?.documentCode ?? null,
    issuing_state: document?.issuingState ?? null,
    number: document?.documentNumber ?? null,
    date_of_birth: document?.birthDate ?? null,
    expiry_date: document?.expiryDate ?? null,
    findings: findings.flatMap(({ code }) => zoneFindingCodes.filter((one) => one === code)),
  }
}

type PersonalPart = Pick<DocumentReadingJson, 'number' | 'date_of_birth' | 'expiry_date'>

/** As it is shown without an access on record: the number masked, and no dates. */
export function maskedDocument<Document extends PersonalPart>(document: Document): Document {
  const { number } = document
  const masked = number === null ? null : `…${number.slice(-shownCharacters)}`
  return { ...document, number: masked, date_of_birth: null, expiry_date: null }
}

const shownCharacters = 3
