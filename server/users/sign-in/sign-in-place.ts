// The place of a sign-in: its network and browser family, coarse enough that ordinary moving about and updates
// do not change it. Pure.

import { dayMs } from '../../kernel/durations.ts'

/** Closed list. */
export const placeTraits = ['network', 'browser'] as const
export type PlaceTrait = (typeof placeTraits)[number]

type SignInPlace = Readonly<Record<PlaceTrait, string>>

/** A trait of the place of an earlier sign-in. */
export interface KnownPlace {
  readonly trait: PlaceTrait
  readonly value: string
  readonly lastAt: number
}

/** How long a network or a browser stays known after the last sign-in from it. */
export const placesKnownMs = 90 * dayMs

/** How many networks, and how many browsers, are stored for one user: the last used. */
export const placesKeptMax = 50

export function placeOf(requestOrigin: {
  readonly area: string
  readonly browser: string
}): SignInPlace {
  return { network: requestOrigin.area, browser: browserFamily(requestOrigin.browser) }
}

/** The first match counts: most browsers' user agents also name other browsers. */
const families: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Edg|EdgA|EdgiOS|Edge)\//, 'edge'],
  [/\b(?:OPR|OPiOS|OPT)\//, 'opera'],
  [/\bSamsungBrowser\//, 'samsung'],
  [/\b(?:Firefox|FxiOS)\//, 'firefox'],
  [/(?:Chrome|Chromium|CriOS)\//, 'chrome'],
  [/\bSafari\//, 'safari'],
]

const familyCharactersMax = 40

/** Returns the family without version and system; for an unknown browser, the user agent's first word. */
export function browserFamily(userAgent: string): string {
  const known = families.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (known !== undefined) return known
  const [first = ''] = userAgent.trim().split(/[/\s]/)
  return first === '' ? 'none' : first.slice(0, familyCharactersMax).toLowerCase()
}

/** Returns the traits of the place that no known place has. */
export function unknownTraits(
  place: SignInPlace,
  known: readonly KnownPlace[],
): readonly PlaceTrait[] {
  return placeTraits.filter(
    (trait) => !known.some((one) => one.trait === trait && one.value === place[trait]),
  )
}
