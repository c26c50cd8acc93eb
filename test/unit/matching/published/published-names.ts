// Puts the published spellings in front of compareNames and counts what comes out: of one person's name in
// two spellings, and of two persons. Failures were looked at on every second line only; the others are
// held out, and `later` was gathered when the rules stood: they tell what the rules are worth on names
// that nobody fitted them to. Each pair is tried both ways. The lists were written down by hand from memory
// of their sources; of two dozen pairs that were looked up again, two thirds were found.

import {
  type ClaimedName,
  compareNames,
  type NameComparison,
} from '../../../../server/matching/compare-names.ts'
import type { MatchVerdict } from '../../../../server/matching/match-verdict.ts'
import {
  oneName,
  personsGhana,
  personsIvoryCoast,
  personsMorocco,
  personsSenegal,
} from './persons.ts'
import { alike } from './persons-alike.ts'
import { ghana } from './variants-ghana.ts'
import { ivoryCoast } from './variants-ivory-coast.ts'
import { later } from './variants-later.ts'
import { morocco } from './variants-morocco.ts'
import { senegal } from './variants-senegal.ts'

export const halves = ['developed_on', 'held_out', 'gathered_later'] as const
type Half = (typeof halves)[number]

/** How a pair of persons came about; the harder, the more doubt is to be expected. */
export const pairKinds = ['variants', 'any_two', 'same_family', 'same_given', 'alike'] as const
export type PairKind = (typeof pairKinds)[number]

interface PublishedPair {
  readonly kind: PairKind
  readonly half: Half
  readonly one: Name
  readonly other: Name
}

type Name = Required<ClaimedName>

export interface Outcome extends PublishedPair {
  readonly claimed: Name
  readonly read: Name
  readonly comparison: NameComparison
}

interface Share {
  readonly pairs: number
  readonly counts: Readonly<Record<MatchVerdict, number>>
}

const countries = [personsSenegal, personsMorocco, personsIvoryCoast, personsGhana]

/** Of every two persons of a country one pair in this many is tried: all of them would take seconds. */
const everyNth = 5

export const publishedPairs: readonly PublishedPair[] = [
  ...[senegal, morocco, ivoryCoast, ghana].flatMap((text) => linesOf('variants', text)),
  ...linesOf('variants', later).map((pair) => ({ ...pair, half: 'gathered_later' as const })),
  ...linesOf('alike', alike),
  ...countries.flatMap(crossed),
]

/** Compares a pair as a document writes it: the full name in capitals, family name last or first. */
export function outcomesOf(pair: PublishedPair): readonly Outcome[] {
  return [
    { claimed: pair.one, read: pair.other },
    { claimed: pair.other, read: pair.one },
  ].map(({ claimed, read }) => ({
    ...pair,
    claimed,
    read,
    comparison: compareNames(claimed, { fullName: fullNameOf(read).toUpperCase() }),
  }))
}

export function shareOf(outcomes: readonly Outcome[]): Share {
  const counts = { match: 0, unclear: 0, mismatch: 0, not_compared: 0 }
  for (const { comparison } of outcomes) counts[comparison.verdict] += 1
  return { pairs: outcomes.length / 2, counts }
}

export function fullNameOf({ firstName, lastName }: Name): string {
  return `${firstName} ${lastName}`.trim()
}

function linesOf(kind: PairKind, text: string): readonly PublishedPair[] {
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line, index) => {
    const [one = '', other = ''] = line.split('|')
    return { kind, half: halfOf(index), one: nameOf(one), other: nameOf(other) }
  })
}

function halfOf(index: number): Half {
  return index % 2 === 0 ? 'developed_on' : 'held_out'
}

/** Two persons as they are; the given names of both before one family name; one given name before both. */
function crossed(text: string): readonly PublishedPair[] {
  const persons = text.split(/[,\n]/).filter((one) => one.trim() !== '')
  const names = persons.map(nameOf)
  const pairs = names.flatMap((one, at) => names.slice(at + 1).map((other) => ({ one, other })))
  return pairs
    .filter((_, index) => index % everyNth === 0)
    .flatMap(({ one, other }, index) => {
      const half = halfOf(index)
      const brother = { firstName: other.firstName, lastName: one.lastName }
      const namesake = { firstName: one.firstName, lastName: other.lastName }
      return [
        { kind: 'any_two' as const, half, one, other },
        ...differing('same_family', half, one, brother, areTwo(one.firstName, other.firstName)),
        ...differing('same_given', half, one, namesake, areTwo(one.lastName, other.lastName)),
      ]
    })
}

/** Whether an exchange makes another person: not Fatima for Fatima Zahra, nor Camara for Kamara. */
function areTwo(one: string, other: string): boolean {
  const [ours, theirs] = [one, other].map((name) => name.split(/[ -]/))
  if (ours?.every((word) => theirs?.includes(word))) return false
  if (theirs?.every((word) => ours?.includes(word))) return false
  return !oneName.some((spellings) => spellings.includes(one) && spellings.includes(other))
}

/** A pair, where the two are two. */
function differing(
  kind: PairKind,
  half: Half,
  one: Name,
  other: Name,
  differ: boolean,
): readonly PublishedPair[] {
  return differ ? [{ kind, half, one, other }] : []
}

function nameOf(text: string): Name {
  const [firstName = '', lastName = ''] = text.split('/').map((part) => part.trim())
  return { firstName, lastName }
}
