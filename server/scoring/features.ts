// Derives the eight features of a verification, which are all that the scoring engine gets (specification 2.4). The
// closed schema here bounds what can be sent. Pure.

import { z } from 'zod'
import { hourMs } from '../kernel/durations.ts'
import type { DocumentType } from '../markets/market.ts'
import { type CheckOutcome, documentAuthenticity } from './document-authenticity.ts'
import { ageBands, riskBands, type ScoringReference } from './scoring-reference.ts'

const fraction = () => z.number().min(0).max(1)

/** Every value is a bounded number, a code of a closed list or a full hour: none can hold free text. */
export const featuresSchema = z.strictObject({
  document_authenticity_score: fraction(),
  liveness_score: fraction(),
  country_risk_band: z.enum(riskBands),
  id_type_weight: fraction(),
  age_band: z.enum(ageBands),
  /** ISO 8601, UTC, cut to the full hour. */
  verification_timestamp: z
    .string()
    .regex(/^20\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):00:00\.000Z$/),
  /** 1 (Monday) to 7 (Sunday), in the market's zone. */
  day_of_week: z.int().min(1).max(7),
  /** 0 to 23, in the market's zone. */
  hour_of_day: z.int().min(0).max(23),
})

export type Features = Readonly<z.output<typeof featuresSchema>>
export type FeatureName = keyof Features

/** In the order of specification 2.4. */
export const featureNames = [
  'document_authenticity_score',
  'liveness_score',
  'country_risk_band',
  'id_type_weight',
  'age_band',
  'verification_timestamp',
  'day_of_week',
  'hour_of_day',
] as const satisfies readonly FeatureName[]

/** The input of the features. It holds no name, number, date of birth, image or id. */
export interface FeatureInput {
  readonly country: string
  readonly idType: DocumentType
  /** The provider's result code, if known. */
  readonly resultCode: string | undefined
  readonly document: CheckOutcome
  readonly liveness: CheckOutcome
  /** When the verification was submitted, in milliseconds since 1970. */
  readonly submittedAt: number
}

/** @throws Error for a country or document type without reference values; the start checks them, so this is a bug */
export function deriveFeatures(input: FeatureInput, reference: ScoringReference): Features {
  const market = reference.markets[input.country]
  const weight = market?.idTypeWeights[input.idType]
  if (!market || weight === undefined) throw new Error('no reference values for this document')
  const { dayOfWeek, hourOfDay } = localTime(input.submittedAt, market.timeZone)
  return {
    document_authenticity_score: documentAuthenticity(input),
    liveness_score: livenessScores[input.liveness],
    country_risk_band: market.countryRiskBand,
    id_type_weight: weight,
    age_band: market.ageBand,
    verification_timestamp: fullHour(input.submittedAt),
    day_of_week: dayOfWeek,
    hour_of_day: hourOfDay,
  }
}

/**
 * Returns a copy with exactly the eight features; undefined if there is any other field or an invalid value. The
 * last check before sending.
 */
export function onlyFeatures(value: unknown): Features | undefined {
  const parsed = featuresSchema.safeParse(value)
  return parsed.success ? parsed.data : undefined
}

const livenessScores: Readonly<Record<CheckOutcome, number>> = {
  passed: 1,
  failed: 0,
  unclear: 0.5,
  not_done: 0.5,
}

/** Cuts off the minutes, because an exact time could be matched with records elsewhere. */
function fullHour(instantMs: number): string {
  return new Date(Math.floor(instantMs / hourMs) * hourMs).toISOString()
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

function localTime(instantMs: number, timeZone: string) {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(instantMs)
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((one) => one.type === type)?.value ?? ''
  return { dayOfWeek: weekdays.indexOf(part('weekday')) + 1, hourOfDay: Number(part('hour')) }
}
