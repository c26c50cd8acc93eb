// Formats instants, dates and numbers in the language of a printed document. All instants are in UTC. Pure.

import { isRealDate } from '../../kernel/real-date.ts'
import { dateLocales, utcDay } from '../../kernel/utc-day.ts'
import type { DocumentLanguage } from './language.ts'

export interface Figures {
  /** `21 Nov 2026, 14:03 UTC` */
  instant(at: number): string
  /** `21 Nov 2026, 14:03:12`, for columns whose heading names the zone. */
  second(at: number): string
  /** `14 Mar 1994` for a complete date such as `1994-03-14`; any other text unchanged. */
  date(text: string): string
  number(value: number, options?: Intl.NumberFormatOptions): string
  percent(part: number): string
  /** A percentage of small shares: `0.027 %`. */
  smallShare(part: number): string
  /** `Senegal`; the code itself if it has no name. */
  country(code: string): string
}

const minute: Intl.DateTimeFormatOptions = {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
}

export function figuresIn(language: DocumentLanguage): Figures {
  const locale = dateLocales[language]
  const comma = language === 'ar' ? '،' : ','
  const dated = (at: number | string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, options).format(new Date(at)).replaceAll(' ', '\u00a0')
  const timed = (at: number, time: Intl.DateTimeFormatOptions) =>
    `${dated(at, utcDay)}${comma} ${dated(at, time)}`
  const percentOf = (part: number, maximumFractionDigits: number) =>
    printable(
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits }).format(part),
    )
  const countries = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' })
  return {
    instant: (at) => `${timed(at, minute)}\u00a0UTC`,
    second: (at) => timed(at, { ...minute, second: '2-digit' }),
    date: (text) => (isRealDate(text) ? dated(text, utcDay) : text),
    number: (value, options) => printable(new Intl.NumberFormat(locale, options).format(value)),
    percent: (part) => percentOf(part, 1),
    smallShare: (part) => percentOf(part, 3),
    country: (code) => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code),
  }
}

/** Replaces narrow no-break spaces, which the font of the file does not have. */
export function printable(text: string): string {
  return text.replaceAll('\u202f', '\u00a0')
}
