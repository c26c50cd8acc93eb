// Looks up known names by their sound: which spellings are one name, which names are related, which
// only look alike.

import { distinctNames, relatedNames, sameNames } from './known-names.ts'
import { soundOf } from './name-spelling.ts'

const identities: ReadonlyMap<string, string> = new Map(
  sameNames.flatMap((group) => {
    const [first = ''] = group
    return group.map((name) => [soundOf(name), soundOf(first)] as const)
  }),
)

const families: ReadonlyMap<string, readonly number[]> = indexFamilies()

const distinct: ReadonlySet<string> = new Set(
  distinctNames.map(([one, other]) =>
    unordered(identityOf(soundOf(one)), identityOf(soundOf(other))),
  ),
)

/** Returns the same text for all known spellings of a name; for an unlisted name, its sound. */
export function identityOf(sound: string): string {
  return identities.get(sound) ?? sound
}

/** Whether two identities are forms of one name that different people may have. */
export function areRelated(one: string, other: string): boolean {
  const theirs = families.get(other) ?? []
  return (families.get(one) ?? []).some((family) => theirs.includes(family))
}

/** Whether two identities are known to be different names, however alike they look. */
export function areDistinct(one: string, other: string): boolean {
  return distinct.has(unordered(one, other))
}

function indexFamilies(): ReadonlyMap<string, readonly number[]> {
  const index = new Map<string, number[]>()
  for (const [family, names] of relatedNames.entries()) {
    for (const name of names) {
      const identity = identityOf(soundOf(name))
      index.set(identity, [...(index.get(identity) ?? []), family])
    }
  }
  return index
}

function unordered(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`
}
