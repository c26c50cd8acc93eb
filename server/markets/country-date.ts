// The date that it is in a country, by which its documents expire. Pure.

import { markets } from './market.ts'

/**
 * Returns the date of an instant where this country's documents are issued, such as `2026-11-21`; UTC's where unknown.
 */
export function dateInCountry(country: string, instantMs: number): string {
  const timeZone = markets.find((one) => one.country === country)?.timeZone ?? 'UTC'
  const quarter = Math.floor(instantMs / quarterMs)
  const latest = latestDates.get(timeZone)
  if (latest?.quarter === quarter) return latest.date
  const date = formatDate(timeZone, instantMs)
  latestDates.set(timeZone, { quarter, date })
  return date
}

/** In no time zone does a date begin within a quarter of an hour. */
const quarterMs = 900_000

/**
 * Every submission asks for the date of the moment, for which a format takes longer than the other checks together. One
 * date and one format for each time zone, because the countries come from clients, who may send a new text each time.
 */
const latestDates = new Map<string, { readonly quarter: number; readonly date: string }>()
const formats = new Map<string, Intl.DateTimeFormat>()

function formatDate(timeZone: string, instantMs: number): string {
  const parts = formatOf(timeZone).formatToParts(instantMs)
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** Making a format takes many times as long as using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const made = formats.get(timeZone)
  if (made !== undefined) return made
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  formats.set(timeZone, format)
  return format
}

const dayMs = 86_400_000

/**
 * Returns whether this day has ended in the country. Far from today it does not ask for the country's date: the first
 * format of a process takes 20 ms and 8 MB. @param day `YYYY-MM-DD`
 */
export function hasEnded(day: string, country: string, nowMs: number): boolean {
  if (day < utcDate(nowMs - dayMs)) return true
  if (day >= utcDate(nowMs + dayMs)) return false
  return day < dateInCountry(country, nowMs)
}

/** The date in a time zone is this one, the one before or the next. */
function utcDate(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 10)
}

/** A document is valid to the end of its last day. @param lastDay `YYYY-MM-DD` */
export function isExpired(lastDay: string, country: string, nowMs: number): boolean {
  return hasEnded(lastDay, country, nowMs)
}
