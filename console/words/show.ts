// Formats instants (local time), numbers, sizes and lists in the user's language. Lines do not break within a day, an
// hour or `3 min ago`.

import { useTranslation } from 'react-i18next'
import { isRealDate } from '../../server/kernel/real-date.ts'
import {
  type DateOptions,
  formatDate,
  listFormat,
  numberFormat,
  relativeFormat,
} from './formats.ts'
import { localeOf } from './languages.ts'

export interface Show {
  /** `21 Nov 2026, 14:03` */
  instant(iso: string): string
  /** `21 Nov 2026, 14:03:12`, with seconds. */
  exactInstant(iso: string): string
  /** `14:03` */
  time(iso: string): string
  /** `21 Nov 2026` */
  date(iso: string): string
  /** `14 Mar 1994`: from a date such as `1994-03-14`, in any time zone; other texts unchanged. */
  plainDate(text: string): string
  /** `Sat 21`: from a date such as `2026-11-21`, in any time zone. */
  day(date: string): string
  /** `21 Nov`: from a date such as `2026-11-21`, in any time zone. */
  dayOfMonth(date: string): string
  /** `Nov 2026`: from a month such as `2026-11`, in any time zone. */
  month(month: string): string
  /** `21 Nov 2026, 14:03`, in UTC. */
  utcMinute(iso: string): string
  /** `21 Nov 2026, 13:03:12 UTC`, for comparison with logs. */
  utc(iso: string): string
  /** `UTC+1`: the zone of this machine at that instant. */
  zone(iso: string): string
  /** `3 min ago`, `2 d ago`. */
  ago(iso: string, nowMs?: number): string
  number(value: number, options?: Intl.NumberFormatOptions): string
  /** `Approved, Declined`: of words, not of codes. */
  list(words: readonly string[]): string
  /** `usage:read, kyc:write`: of codes, in the reading direction of the language. */
  codes(codes: readonly string[]): string
  /** Between the items of a list, with its space. */
  readonly comma: string
  /** `Till 1, Till 2`: of names that people typed, each of which may run in another direction. */
  names(typed: readonly string[]): string
  /** For a fraction of 1: `93.4 %`. */
  percent(part: number): string
  /** `240 ms`, `3.2 s`, `4 min`, `5 h`, `3 d`. */
  duration(milliseconds: number): string
  /** `83 GB` */
  bytes(bytes: number): string
}

export function useShow(): Show {
  const { i18n } = useTranslation()
  return showIn(i18n.language)
}

export function showIn(language: string): Show {
  const locale = localeOf(language)
  const isArabic = language === 'ar'
  const comma = isArabic ? '، ' : ', '
  const number = (value: number, options: Intl.NumberFormatOptions = {}) =>
    numberFormat(locale, options).format(value).replace('-', '\u2212')
  const dated = (iso: string, options: DateOptions) =>
    formatDate(locale, options, new Date(iso)).replace(/(?<![,،]) /g, '\u00a0')
  const timed = (iso: string, options: DateOptions) =>
    `${dated(iso, { ...day, ...zoneOf(options) })}${comma}${dated(iso, { ...minute, ...options })}`
  return {
    instant: (iso) => timed(iso, {}),
    exactInstant: (iso) => timed(iso, { second: '2-digit' }),
    time: (iso) => dated(iso, minute),
    date: (iso) => dated(iso, day),
    plainDate: (text) => (isRealDate(text) ? dated(text, { ...day, timeZone: 'UTC' }) : text),
    day: (date) => dated(date, { weekday: 'short', day: 'numeric', timeZone: 'UTC' }),
    dayOfMonth: (date) => dated(date, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
    month: (month) => dated(month, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
    utcMinute: (iso) => timed(iso, { timeZone: 'UTC' }),
    utc: (iso) => `${timed(iso, { second: '2-digit', timeZone: 'UTC' })}\u00a0UTC`,
    zone: (iso) => zoneNameOf(new Date(iso).getTimezoneOffset()),
    ago: (iso, nowMs = Date.now()) => agoIn(locale, Date.parse(iso) - nowMs),
    number,
    list: (words) => listFormat(locale, { style: 'narrow' }).format(words),
    codes: (codes) => codes.map((code) => (isArabic ? `\u2066${code}\u2069` : code)).join(comma),
    comma,
    names: (typed) => typed.map((name) => `\u2068${name}\u2069`).join(comma),
    percent: (part) => number(part, { style: 'percent', maximumFractionDigits: 1 }),
    duration: (milliseconds) => durationIn(language, number, milliseconds),
    bytes: (bytes) => bytesIn(number, bytes),
  }
}

const day: DateOptions = { day: 'numeric', month: 'short', year: 'numeric' }
const minute: DateOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }

function zoneOf({ timeZone }: DateOptions): DateOptions {
  return timeZone === undefined ? {} : { timeZone }
}

function zoneNameOf(minutesBehind: number): string {
  const minutes = Math.abs(minutesBehind)
  if (minutes === 0) return 'UTC'
  const past = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`
  return `UTC${minutesBehind < 0 ? '+' : '\u2212'}${Math.floor(minutes / 60)}${past}`
}

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
]

function agoIn(locale: string, offsetMs: number): string {
  const [unit, ms] = steps.find(([, size]) => Math.abs(offsetMs) >= size) ?? ['second', 1000]
  const format = relativeFormat(locale, { numeric: 'auto', style: 'short' })
  return format.format(Math.trunc(offsetMs / ms), unit).replaceAll(' ', '\u00a0')
}

/** Uses the coarsest unit that gives exactly one or at least two. */
const spans = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const

/** Other names of the units than in English. */
const unitNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  fr: { d: 'j' },
  ar: { d: 'ي', h: 'س', min: 'د', s: 'ث', ms: 'م.ث' },
}

function durationIn(language: string, number: Show['number'], milliseconds: number): string {
  const span = spans.find(([, size]) => milliseconds >= 2 * size || milliseconds === size)
  const [unit, size] = span ?? (milliseconds < 1000 ? ['ms', 1] : ['s', 1000])
  const value = milliseconds / size
  const digits = unit !== 'ms' && value < 10 ? 1 : 0
  const name = unitNames[language]?.[unit] ?? unit
  return `${number(value, { maximumFractionDigits: digits })}\u202f${name}`
}

const sizes = [
  ['terabyte', 1e12],
  ['gigabyte', 1e9],
  ['megabyte', 1e6],
  ['kilobyte', 1e3],
] as const

function bytesIn(number: Show['number'], bytes: number): string {
  const [unit, size] = sizes.find(([, size]) => bytes >= size) ?? ['byte', 1]
  const value = bytes / size
  const maximumFractionDigits = value < 10 ? 1 : 0
  // The short English form of several bytes is "byte".
  const unitDisplay = unit === 'byte' ? 'long' : 'short'
  return number(value, { style: 'unit', unit, unitDisplay, maximumFractionDigits })
}
