// The markets as data: which documents of which country can be verified, and whether that is
// offered today. A planned market behaves like a live one once the operator enables it (rulings
// 4.1).

export const documentTypes = ['national_id', 'passport', 'voter_id'] as const
export type DocumentType = (typeof documentTypes)[number]

export interface Market {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly name: string
  readonly status: 'live' | 'planned'
  readonly documents: readonly DocumentType[]
  /** IANA name; by the date there the country's documents expire. */
  readonly timeZone: string
  /** The side that must have a machine-readable zone (ICAO 9303); documents without an entry may have one. */
  readonly zoneSides: Readonly<Partial<Record<DocumentType, 'front' | 'back'>>>
}

/** Specification, section 1. */
export const markets: readonly Market[] = [
  {
    country: 'SN',
    name: 'Senegal',
    status: 'live',
    documents: ['national_id', 'passport', 'voter_id'],
    timeZone: 'Africa/Dakar',
    // The card of ECOWAS (CEDEAO) has three lines on its back.
    zoneSides: { national_id: 'back', passport: 'front' },
  },
  {
    country: 'MA',
    name: 'Morocco',
    status: 'live',
    documents: ['national_id', 'passport'],
    timeZone: 'Africa/Casablanca',
    zoneSides: { national_id: 'back', passport: 'front' },
  },
  {
    country: 'CI',
    name: 'Ivory Coast',
    status: 'planned',
    documents: ['national_id'],
    timeZone: 'Africa/Abidjan',
    zoneSides: {},
  },
  {
    country: 'GH',
    name: 'Ghana',
    status: 'planned',
    documents: ['national_id'],
    timeZone: 'Africa/Accra',
    zoneSides: {},
  },
]

/** Returns the side that must have a machine-readable zone; undefined where the document may have none. */
export function zoneSideOf({
  country,
  idType,
}: {
  readonly country: string
  readonly idType: DocumentType
}): 'front' | 'back' | undefined {
  return markets.find((one) => one.country === country)?.zoneSides[idType]
}

type MarketCheck =
  | { readonly kind: 'served' }
  | { readonly kind: 'unsupported_country'; readonly served: readonly string[] }
  | { readonly kind: 'unsupported_document'; readonly documents: readonly DocumentType[] }

/** Checks whether a document of a country can be verified, given the enabled countries. */
export function checkMarket(
  asked: { readonly country: string; readonly idType: DocumentType },
  enabledCountries: readonly string[],
): MarketCheck {
  const market = markets.find(
    (one) => one.country === asked.country && enabledCountries.includes(one.country),
  )
  if (!market) return { kind: 'unsupported_country', served: enabledCountries }
  if (!market.documents.includes(asked.idType)) {
    return { kind: 'unsupported_document', documents: market.documents }
  }
  return { kind: 'served' }
}
