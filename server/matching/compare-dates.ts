// Compares the claimed birth date with the one read on the document. Pure; one of the three
// comparisons behind a decision (rulings 4.5).

import type { MatchVerdict } from './match-verdict.ts'
import { presentText } from './present-text.ts'

export type DateReason =
  | 'same'
  /** One side has only the year, or year and month, and these agree. */
  | 'less_precise'
  /** Same year; one side has the day that registries write when only the year was known. */
  | 'registry_day'
  | 'day_month_swapped'
  /** Two neighbouring digits of the year, the month or the day are swapped. */
  | 'digits_swapped'
  /** One digit differs, by a pair that OCR mixes up. */
  | 'look_alike'
  /** A hundred years apart: machine-readable lines have two digits of the year (ICAO 9303). */
  | 'other_century'
  /** Not YYYY-MM-DD, or not a real day. */
  | 'unreadable'
  | 'different'
  | 'nothing_claimed'
  | 'nothing_read'

interface DateComparison {
  readonly verdict: MatchVerdict
  readonly reason: DateReason
}

export const verdictOfDateReason: Readonly<Record<DateReason, MatchVerdict>> = {
  same: 'match',
  less_precise: 'unclear',
  registry_day: 'unclear',
  day_month_swapped: 'unclear',
  digits_swapped: 'unclear',
  look_alike: 'unclear',
  other_century: 'unclear',
  unreadable: 'unclear',
  different: 'mismatch',
  nothing_claimed: 'not_compared',
  nothing_read: 'not_compared',
}

/**
 * Compares two dates as YYYY-MM-DD; an unknown month or day may be left out or written `00` or
 * `XX`. Different days are a mismatch, unless one of the known slips of people, registries and OCR
 * explains the whole difference.
 */
export function compareDates(
  claimed: string | undefined,
  read: string | undefined,
): DateComparison {
  const reason = dateReason(presentText(claimed), presentText(read))
  return { verdict: verdictOfDateReason[reason], reason }
}

/** The digits as text, so that slips can be found; undefined where unknown. */
interface KnownDate {
  readonly year: string
  readonly month: string | undefined
  readonly day: string | undefined
}

interface WholeDate extends KnownDate {
  readonly month: string
  readonly day: string
}

function dateReason(claimed: string | undefined, read: string | undefined): DateReason {
  if (claimed === undefined) return 'nothing_claimed'
  if (read === undefined) return 'nothing_read'
  const ours = parseDate(claimed)
  const theirs = parseDate(read)
  if (!ours || !theirs) return 'unreadable'
  if (isWhole(ours) && isWhole(theirs)) return wholeDateReason(ours, theirs)
  const agrees = ours.year === theirs.year && agreeWhereKnown(ours.month, theirs.month)
  return agrees ? 'less_precise' : 'different'
}

/** The slips, likeliest first; the first that explains the whole difference is the reason. */
const slips: readonly [DateReason, (a: WholeDate, b: WholeDate) => boolean][] = [
  ['same', (a, b) => digitsOf(a) === digitsOf(b)],
  ['day_month_swapped', (a, b) => a.year === b.year && a.month === b.day && a.day === b.month],
  ['registry_day', (a, b) => a.year === b.year && (isRegistryDay(a) || isRegistryDay(b))],
  ['digits_swapped', digitsSwapped],
  ['look_alike', oneDigitLooksAlike],
  ['other_century', isOtherCentury],
]

function wholeDateReason(ours: WholeDate, theirs: WholeDate): DateReason {
  return slips.find(([, explains]) => explains(ours, theirs))?.[0] ?? 'different'
}

/**
 * Someone born "around 1960" is registered under 1 January, in some registries under 31 December.
 */
function isRegistryDay(date: WholeDate): boolean {
  return ['0101', '1231'].includes(date.month + date.day)
}

function digitsSwapped(ours: WholeDate, theirs: WholeDate): boolean {
  const changed = (['year', 'month', 'day'] as const).filter((part) => ours[part] !== theirs[part])
  const [only] = changed
  if (!only || changed.length > 1) return false
  return neighbourSwaps(ours[only]).includes(theirs[only])
}

function neighbourSwaps(digits: string): string[] {
  return Array.from({ length: digits.length - 1 }, (_, at) => {
    const [left, right] = [digits.charAt(at), digits.charAt(at + 1)]
    return digits.slice(0, at) + right + left + digits.slice(at + 2)
  })
}

const digitLookAlikes: readonly string[] = ['06', '08', '17', '38', '56', '68']

function oneDigitLooksAlike(ours: WholeDate, theirs: WholeDate): boolean {
  const read = digitsOf(theirs)
  const pairs = Array.from(digitsOf(ours), (digit, at) => [digit, read.charAt(at)].sort().join(''))
  const differing = pairs.filter(([left, right]) => left !== right)
  const [only] = differing
  return differing.length === 1 && only !== undefined && digitLookAlikes.includes(only)
}

function isOtherCentury(ours: WholeDate, theirs: WholeDate): boolean {
  const years = Math.abs(Number(ours.year) - Number(theirs.year))
  return years === 100 && ours.month === theirs.month && ours.day === theirs.day
}

function digitsOf(date: WholeDate): string {
  return date.year + date.month + date.day
}

function agreeWhereKnown(ours: string | undefined, theirs: string | undefined): boolean {
  return ours === undefined || theirs === undefined || ours === theirs
}

function isWhole(date: KnownDate): date is WholeDate {
  return date.month !== undefined && date.day !== undefined
}

const shape = /^(\d{4})(?:-(\d{2}|XX)(?:-(\d{2}|XX))?)?$/i

function parseDate(text: string): KnownDate | undefined {
  const [, year, monthText, dayText] = shape.exec(text.trim()) ?? []
  if (year === undefined) return undefined
  const month = knownDigits(monthText)
  const day = month === undefined ? undefined : knownDigits(dayText)
  return isRealDay(Number(year), month, day) ? { year, month, day } : undefined
}

function knownDigits(text: string | undefined): string | undefined {
  return text === undefined || text === '00' || /^xx$/i.test(text) ? undefined : text
}

function isRealDay(year: number, month: string | undefined, day: string | undefined): boolean {
  if (month === undefined) return true
  if (Number(month) > 12) return false
  return day === undefined || Number(day) <= daysIn(year, Number(month))
}

function daysIn(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}
