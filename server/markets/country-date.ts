// The date that it is in a country, by which its documents expire. Pure.

import { memoise } from '../kernel/memoise.ts'
import { markets } from './market.ts'

/** Returns the date of an instant where this country's documents are issued, such as `2026-11-21`; UTC's where unknown. */
export function dateInCountry(country: string, instantMs: number): string {
  const parts = formatFor(country).formatToParts(instantMs)
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

const countriesMax = 300

/** Making a format takes many times as long as using it. */
const formatFor = memoise(
  countriesMax,
  (country) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: markets.find((one) => one.country === country)?.timeZone ?? 'UTC',
      calendar: 'gregory',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }),
)

/** A document is valid to the end of its last day. @param lastDay `YYYY-MM-DD` */
export function isExpired(lastDay: string, country: string, nowMs: number): boolean {
  return lastDay < dateInCountry(country, nowMs)
}
