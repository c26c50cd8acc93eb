// Compares the claimed name with the one read on the document (rulings 4.5). Pure; the result
// refers to words by position and contains no name.

import { editDistance } from '../kernel/edit-distance.ts'
import { judgeNames, type NameReason, verdictOfReason } from './judge-names.ts'
import type { Likeness } from './likeness.ts'
import type { MatchVerdict } from './match-verdict.ts'
import { type FieldText, type NameToken, tokensOf } from './name-tokens.ts'
import type { NameField, NameSpan } from './name-words.ts'
import { type Pairing, pairTokens, type TokenPair } from './pair-tokens.ts'
import { presentText } from './present-text.ts'
import { withSupportedPairs } from './support-pairs.ts'

export interface ClaimedName {
  readonly firstName?: string
  readonly lastName?: string
}

export interface ReadName {
  readonly fullName?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly otherNames?: string
}

export interface NamePair {
  readonly claimed: readonly NameSpan[]
  readonly read: readonly NameSpan[]
  readonly likeness: Likeness
  /**
   * Share of letters that agree in plain spelling, 0 to 1; for ordering and colour only, decides
   * nothing.
   */
  readonly similarity: number
}

export interface NameComparison {
  readonly verdict: MatchVerdict
  readonly reason: NameReason
  /** Words that match, surest first. */
  readonly pairs: readonly NamePair[]
  /** Claimed words without a partner; particles and titles are not listed. */
  readonly claimedAlone: readonly NameSpan[]
  readonly readAlone: readonly NameSpan[]
}

/**
 * UTF-16 units of one field; the API allows a client 100. A longer field is not compared, not even
 * in part.
 */
const fieldLengthMax = 256
const tokensMax = 12
const wordLettersMax = 64

/** Characters for a name in a machine-readable zone: TD1 cards and passports (ICAO 9303-5, -4). */
const machineReadablePlaces = [30, 39]

/**
 * Ignores case, accents, apostrophes, hyphens, order, particles and transliteration. A document's
 * full name and its parts are two readings; where they lead to opposite verdicts the result is
 * `unclear`. Never throws; the work is bounded for any input.
 */
export function compareNames(claimed: ClaimedName, read: ReadName): NameComparison {
  const ours = presentFields(claimed, ['firstName', 'lastName'])
  const [first, second] = readingsOf(read).map((theirs) => compareFields(ours, theirs))
  if (!first) return withoutPairs(ours.length === 0 ? 'nothing_claimed' : 'nothing_read')
  return second ? combineReadings(first, second) : first
}

type NameFields = Readonly<Partial<Record<NameField, string>>>

function presentFields(name: NameFields, fields: readonly NameField[]): readonly FieldText[] {
  return fields.flatMap((field) => {
    const text = presentText(name[field])
    return text === undefined ? [] : [{ field, text }]
  })
}

/** Returns the full name, and the parts where they make a whole name or there is nothing else. */
function readingsOf(read: ReadName): readonly (readonly FieldText[])[] {
  const full = presentFields(read, ['fullName'])
  // Family name first, as in the machine-readable zone, which cuts off the end of the given names.
  const parts = presentFields(read, ['lastName', 'firstName', 'otherNames'])
  const whole = parts.some(isFamily) && !parts.every(isFamily)
  const readings = whole ? [parts, full] : full.length > 0 ? [full] : [parts]
  return readings.filter((fields) => fields.length > 0)
}

function isFamily(one: FieldText): boolean {
  return one.field === 'lastName'
}

function compareFields(ours: readonly FieldText[], theirs: readonly FieldText[]): NameComparison {
  if ([...ours, ...theirs].some((one) => one.text.length > fieldLengthMax)) {
    return withoutPairs('too_long')
  }
  const claimed = tokensOf(ours)
  const read = tokensOf(theirs)
  if (claimed.length === 0) return withoutPairs('nothing_claimed')
  if (read.length === 0) return withoutPairs('nothing_read')
  if (isTooLong(claimed) || isTooLong(read)) return withoutPairs('too_long')
  const pairing = withSupportedPairs(pairTokens(claimed, read, cutToken(theirs, read)))
  return toComparison(judgeNames(pairing), pairing)
}

/**
 * Returns the last token of a reading that fills a machine-readable zone, because it may be cut
 * off.
 */
function cutToken(
  fields: readonly FieldText[],
  tokens: readonly NameToken[],
): NameToken | undefined {
  const length = fields.map((one) => one.text.trim()).join(' ').length
  const full = machineReadablePlaces.some((places) => length === places || length === places - 1)
  return full ? tokens.at(-1) : undefined
}

function isTooLong(tokens: readonly NameToken[]): boolean {
  return tokens.length > tokensMax || tokens.some((one) => one.writing.length > wordLettersMax)
}

/**
 * A match of one reading outweighs doubt about the other; opposite verdicts of the readings are
 * doubt.
 */
function combineReadings(first: NameComparison, second: NameComparison): NameComparison {
  if (first.verdict === second.verdict) return first
  const [better, worse] = second.verdict === 'match' ? [second, first] : [first, second]
  if (worse.verdict === 'not_compared') return better
  if (better.verdict === 'not_compared') return worse
  if (better.verdict === 'match' && worse.verdict === 'unclear') return better
  return { ...better, verdict: 'unclear', reason: 'readings_disagree' }
}

function toComparison(reason: NameReason, pairing: Pairing): NameComparison {
  const { pairs, claimedAlone, claimedUnread, readAlone, readUnread } = pairing
  return {
    verdict: verdictOfReason[reason],
    reason,
    pairs: pairs.map(shownPair),
    claimedAlone: [...claimedAlone, ...claimedUnread].map((token) => token.span),
    readAlone: [...readAlone, ...readUnread].map((token) => token.span),
  }
}

function withoutPairs(reason: NameReason): NameComparison {
  return { verdict: verdictOfReason[reason], reason, pairs: [], claimedAlone: [], readAlone: [] }
}

function shownPair(pair: TokenPair): NamePair {
  const [ours, theirs] = [joined(pair.claimed), joined(pair.read)]
  const longer = Math.max(ours.length, theirs.length)
  return {
    claimed: pair.claimed.map((token) => token.span),
    read: pair.read.map((token) => token.span),
    likeness: pair.likeness,
    similarity: 1 - editDistance(ours, theirs, longer) / longer,
  }
}

function joined(tokens: readonly NameToken[]): string {
  return tokens.map((token) => token.writing).join('')
}
