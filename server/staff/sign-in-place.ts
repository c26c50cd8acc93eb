// Where a sign-in comes from, as coarse as people move about: the network and the kind of browser. Pure.

import type { Visitor } from './visitor.ts'

/** Closed list. */
export const placeTraits = ['network', 'browser'] as const
export type PlaceTrait = (typeof placeTraits)[number]

export type SignInPlace = Readonly<Record<PlaceTrait, string>>

/** A trait of the place of an earlier sign-in. */
export interface KnownPlace {
  readonly trait: PlaceTrait
  readonly value: string
  readonly lastAt: number
}

/** How long a network or a browser stays known after it was last signed in from. */
export const placesKnownMs = 90 * 24 * 3_600_000

/** So many of each are kept of one account, those that were used last. */
export const placesKeptMax = 50

export function placeOf(visitor: Pick<Visitor, 'area' | 'browser'>): SignInPlace {
  return { network: visitor.area, browser: browserFamily(visitor.browser) }
}

/** In the order in which they count: most say of themselves that they are others, too. */
const families: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Edg|EdgA|EdgiOS|Edge)\//, 'edge'],
  [/\b(?:OPR|OPiOS|OPT)\//, 'opera'],
  [/\bSamsungBrowser\//, 'samsung'],
  [/\b(?:Firefox|FxiOS)\//, 'firefox'],
  [/(?:Chrome|Chromium|CriOS)\//, 'chrome'],
  [/\bSafari\//, 'safari'],
]

const familyCharactersMax = 40

/** Without version and system, so that no update makes another of it. What is none of these goes by its first word. */
export function browserFamily(said: string): string {
  const known = families.find(([pattern]) => pattern.test(said))?.[1]
  if (known !== undefined) return known
  const [first = ''] = said.trim().split(/[/\s]/)
  return first === '' ? 'none' : first.slice(0, familyCharactersMax).toLowerCase()
}

/** What of a place an account was not signed in from among those that are known. */
export function strangeTraits(
  place: SignInPlace,
  known: readonly KnownPlace[],
): readonly PlaceTrait[] {
  return placeTraits.filter(
    (trait) => !known.some((one) => one.trait === trait && one.value === place[trait]),
  )
}
