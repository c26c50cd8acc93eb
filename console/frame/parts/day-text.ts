// Formats and parses typed days: day first, or ISO 8601. Pure.

import { isRealDate } from '../../../server/kernel/real-date.ts'

/** `21/11/2026` for `2026-11-21`; other texts unchanged. */
export function printDay(day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  return year === undefined ? day : `${date}/${month}/${year}`
}

/** Returns `2026-11-21` for typed text; undefined for anything that is not a calendar day. */
export function readDay(text: string): string | undefined {
  const typed = text.trim()
  const [, d, m, y] = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})$/.exec(typed) ?? []
  const [, year = y, month = m, date = d] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed) ?? []
  if (year === undefined || month === undefined || date === undefined) return undefined
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isRealDate(day) ? day : undefined
}
