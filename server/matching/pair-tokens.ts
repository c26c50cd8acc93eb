// Pairs the words of the claimed name with those of the read one, in any order, and finds names
// that one side writes as one word and the other as several (Abdou Lahat, Abdoulahat; N Diaye,
// Ndiaye).

import {
  formsOf,
  isCutShort,
  type Likeness,
  likeness,
  likenesses,
  sameness,
  weakLikeness,
} from './likeness.ts'
import type { NameToken } from './name-tokens.ts'
import type { WordForms } from './word-forms.ts'

/** Neighbouring tokens of one side, read as one word. */
interface Run {
  readonly tokens: readonly NameToken[]
  readonly forms: WordForms
}

export interface TokenPair {
  readonly claimed: readonly NameToken[]
  readonly read: readonly NameToken[]
  readonly likeness: Likeness
}

export interface Pairing {
  readonly pairs: readonly TokenPair[]
  /** Latin words without a partner, except particles. */
  readonly claimedAlone: readonly NameToken[]
  readonly readAlone: readonly NameToken[]
  /** Words in another script without a partner: there are no rules to call them different. */
  readonly claimedUnread: readonly NameToken[]
  readonly readUnread: readonly NameToken[]
}

/** Names with more words are compared without the weak degrees, which are expensive. */
const weaklyComparedTokensMax = 8

/** Words that one name may be written in: "Abd er Rahmane". */
const runTokensMax = 3

/**
 * Takes the surest pairs first; of equally sure ones the shortest, then the first. This finds the
 * best pairing as long as "same name" is transitive, which its degrees are; the weaker degrees only
 * ever lead to doubt. Work grows with the product of the two numbers of tokens.
 * @param mayBeCut the read token, if any, whose end may be missing
 */
export function pairTokens(
  claimed: readonly NameToken[],
  read: readonly NameToken[],
  mayBeCut: NameToken | undefined,
): Pairing {
  const paired = new Set<NameToken>()
  const pairs = candidates(claimed, read, mayBeCut).filter((pair) => {
    const tokens = [...pair.claimed, ...pair.read]
    if (tokens.some((token) => paired.has(token))) return false
    for (const token of tokens) paired.add(token)
    return true
  })
  const without = (tokens: readonly NameToken[], script: NameToken['script']) =>
    tokens.filter((one) => one.script === script && one.kind !== 'particle' && !paired.has(one))
  return {
    pairs,
    claimedAlone: without(claimed, 'latin'),
    readAlone: without(read, 'latin'),
    claimedUnread: without(claimed, 'other'),
    readUnread: without(read, 'other'),
  }
}

/** Returns every possible pair, best first. */
function candidates(
  claimed: readonly NameToken[],
  read: readonly NameToken[],
  mayBeCut: NameToken | undefined,
): readonly TokenPair[] {
  const isShort = Math.max(claimed.length, read.length) <= weaklyComparedTokensMax
  const readRuns = runsOf(read)
  const pairs = runsOf(claimed).flatMap((ours) =>
    readRuns.flatMap((theirs) => {
      const degree = runLikeness(ours, theirs, { mayBeCut, isShort })
      return degree ? [{ claimed: ours.tokens, read: theirs.tokens, likeness: degree }] : []
    }),
  )
  return pairs.sort(
    (one, other) =>
      likenesses.indexOf(one.likeness) - likenesses.indexOf(other.likeness) ||
      tokensIn(one) - tokensIn(other),
  )
}

function runsOf(tokens: readonly NameToken[]): readonly Run[] {
  return tokens.flatMap((_, start) => {
    const lengths = Array.from(
      { length: Math.min(runTokensMax, tokens.length - start) },
      (_, n) => n + 1,
    )
    return lengths.map((length) => {
      const run = tokens.slice(start, start + length)
      return { tokens: run, forms: formsOf(run.map((token) => token.writing).join('')) }
    })
  })
}

/**
 * Where both sides join words, only the same name counts: a slip between "fatou ba" and "fatou fa"
 * is another family. The same holds for particles, whose likeness to other words means nothing, and
 * for other scripts, which the weaker degrees were not made for.
 */
function runLikeness(
  ours: Run,
  theirs: Run,
  { mayBeCut, isShort }: { readonly mayBeCut: NameToken | undefined; readonly isShort: boolean },
): Likeness | undefined {
  const same = sameness(ours.forms, theirs.forms)
  const bothJoined = ours.tokens.length > 1 && theirs.tokens.length > 1
  if (same || bothJoined || !isLatinName(ours) || !isLatinName(theirs)) return same
  if (theirs.tokens[0] === mayBeCut && isCutShort(theirs.forms, ours.forms)) return 'cut_short'
  const [one, other] = [ours.forms, theirs.forms]
  const strong = likeness(one, other)
  if (strong || !isShort) return strong
  const mayBeClipped = ours.tokens.every((token) => token.part !== 'family')
  return weakLikeness({ one, other, mayBeClipped })
}

function isLatinName({ tokens }: Run): boolean {
  const latin = tokens.every((token) => token.script === 'latin')
  return latin && tokens.some((token) => token.kind !== 'particle')
}

function tokensIn(pair: TokenPair): number {
  return pair.claimed.length + pair.read.length
}
