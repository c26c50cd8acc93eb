// Dissolves weak pairs where nothing else of the name agrees: one word a few sounds away is doubt
// about a spelling, two such words and nothing sure is another person.

import type { Likeness } from './likeness.ts'
import type { NameToken } from './name-tokens.ts'
import type { Pairing, TokenPair } from './pair-tokens.ts'

const weakDegrees: ReadonlySet<Likeness> = new Set(['near', 'clipped'])
const withoutSupport: ReadonlySet<Likeness> = new Set(['near', 'clipped', 'initial'])

/** Returns the pairing with its weak pairs, or with their words unmatched. */
export function withSupportedPairs(pairing: Pairing): Pairing {
  if (pairing.pairs.some(supports)) return pairing
  const dropped = pairing.pairs.filter(({ likeness }) => weakDegrees.has(likeness))
  return {
    ...pairing,
    pairs: pairing.pairs.filter((pair) => !dropped.includes(pair)),
    claimedAlone: [...pairing.claimedAlone, ...dropped.flatMap(({ claimed }) => names(claimed))],
    readAlone: [...pairing.readAlone, ...dropped.flatMap(({ read }) => names(read))],
  }
}

function supports({ likeness, claimed }: TokenPair): boolean {
  return !withoutSupport.has(likeness) && names(claimed).length > 0
}

function names(tokens: readonly NameToken[]): readonly NameToken[] {
  return tokens.filter((token) => token.kind !== 'particle')
}
