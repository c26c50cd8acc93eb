// Parses the reference values for three features, which are in data/reference/scoring-reference.json: risk of the
// country, weight of the document type, a statistical age. Pure; `read-reference.ts` reads the file.

import { z } from 'zod'
import { documentTypes, type Market, markets } from '../markets/market.ts'

/** Best first. */
export const riskBands = ['low', 'standard', 'elevated', 'high'] as const

export const ageBands = ['18-24', '25-34', '35-44', '45-54', '55-64', '65+'] as const

const marketShape = z.strictObject({
  countryRiskBand: z.enum(riskBands),
  idTypeWeights: z.partialRecord(z.enum(documentTypes), z.number().min(0).max(1)),
  ageBand: z.enum(ageBands),
  timeZone: z.string().refine(isTimeZone, 'is not a time zone that this Node knows'),
})

interface Valued {
  readonly markets: Readonly<Record<string, z.output<typeof marketShape>>>
}

const referenceShape = z
  .strictObject({
    version: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
    notes: z.record(z.string(), z.string()),
    markets: z.record(z.string(), marketShape),
  })
  .refine(coversLiveMarkets, 'lacks a live market or one of its document types')

export type ScoringReference = Readonly<z.output<typeof referenceShape>>

/** @throws ZodError when a value is out of bounds, or missing for a live market or one of its document types */
export function parseScoringReference(value: unknown): ScoringReference {
  return referenceShape.parse(value)
}

/**
 * Returns those of `countries` that cannot be scored: a planned market may lack values, in whole or for one of its
 * document types, until an operator enables it.
 */
export function countriesWithoutReference(
  { markets: valued }: Valued,
  countries: readonly string[],
): readonly string[] {
  const isValued = ({ country, documents }: Market) =>
    documents.every((type) => valued[country]?.idTypeWeights[type] !== undefined)
  return markets
    .filter((market) => countries.includes(market.country) && !isValued(market))
    .map(({ country }) => country)
}

function coversLiveMarkets(reference: Valued): boolean {
  const live = markets.filter(({ status }) => status === 'live').map(({ country }) => country)
  return countriesWithoutReference(reference, live).length === 0
}

/**
 * The list lacks aliases, but takes a fifth of the time of the first format of dates, which a start does not need
 * otherwise.
 */
function isTimeZone(name: string): boolean {
  return Intl.supportedValuesOf('timeZone').includes(name) || canFormatFor(name)
}

function canFormatFor(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone })
    return true
  } catch {
    return false
  }
}
