// Compares the claimed document number with the one read on the document. Pure; one of the three
// comparisons behind a decision (rulings 4.5).

import { foldLookAlikes } from './look-alikes.ts'
import type { MatchVerdict } from './match-verdict.ts'
import { presentText } from './present-text.ts'

export type NumberReason =
  | 'same'
  /** Only characters differ that OCR mixes up: O and 0, I and 1. */
  | 'look_alike'
  /** Masked, or with characters that no document number here uses. */
  | 'unreadable'
  | 'different'
  | 'nothing_claimed'
  | 'nothing_read'

interface NumberComparison {
  readonly verdict: MatchVerdict
  readonly reason: NumberReason
}

export const verdictOfNumberReason: Readonly<Record<NumberReason, MatchVerdict>> = {
  same: 'match',
  look_alike: 'unclear',
  unreadable: 'unclear',
  different: 'mismatch',
  nothing_claimed: 'not_compared',
  nothing_read: 'not_compared',
}

export function compareNumbers(
  claimed: string | undefined,
  read: string | undefined,
): NumberComparison {
  const reason = numberReason(presentText(claimed), presentText(read))
  return { verdict: verdictOfNumberReason[reason], reason }
}

/** A document may print two numbers: its own, and that of the person. */
export interface ReadNumbers {
  readonly idNumber?: string
  readonly otherIdNumber?: string
}

interface DocumentNumberComparison extends NumberComparison {
  /** The number that the comparison is about. */
  readonly read: string | undefined
}

/** Compares with the number that was claimed, if the document prints it, else with its first. */
export function compareDocumentNumbers(
  claimed: string | undefined,
  { idNumber, otherIdNumber }: ReadNumbers,
): DocumentNumberComparison {
  const first = { ...compareNumbers(claimed, idNumber), read: idNumber }
  const second = { ...compareNumbers(claimed, otherIdNumber), read: otherIdNumber }
  const claimedOne = (['same', 'look_alike'] as const)
    .flatMap((reason) => [first, second].filter((one) => one.reason === reason))
    .at(0)
  return claimedOne ?? (first.reason === 'nothing_read' ? second : first)
}

/**
 * Returns the number without case, accents, width, spaces, dashes, dots, slashes, commas,
 * apostrophes and the `<` of machine-readable lines. The digests of stored numbers are made of it:
 * another form would no longer find them.
 */
export function canonicalNumber(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\s\p{Pd}\p{M}\p{Cf}\u2212._·,:'’/\\<]/gu, '')
    .toUpperCase()
}

/**
 * Returns the canonical number without the country before a Ghana Card's ten digits, which forms
 * leave out. Two numbers are the same exactly when these are equal.
 */
export function comparableNumber(text: string): string {
  return canonicalNumber(text).replace(/^GHA(?=[0-9A-Z]{10}$)/, '')
}

function numberReason(claimed: string | undefined, read: string | undefined): NumberReason {
  if (claimed === undefined) return 'nothing_claimed'
  if (read === undefined) return 'nothing_read'
  const ours = comparableNumber(claimed)
  const theirs = comparableNumber(read)
  if (ours === theirs) return 'same'
  if (!isReadable(ours) || !isReadable(theirs)) return 'unreadable'
  return foldLookAlikes(ours) === foldLookAlikes(theirs) ? 'look_alike' : 'different'
}

/** Fewer are no number of a person's document. */
const charactersMin = 5

/** Whether both name one document for certain: masked numbers and such of a few characters do not. */
export function areSameNumber(one: string, other: string): boolean {
  const ours = comparableNumber(one)
  const isNumber = isReadable(ours) && ours.length >= charactersMin && new Set(ours).size > 1
  return isNumber && ours === comparableNumber(other)
}

function isReadable(number: string): boolean {
  return /^[0-9A-Z]+$/.test(number)
}
