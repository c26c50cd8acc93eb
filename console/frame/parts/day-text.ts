// How a day is typed, in either language: the day first, as people here write it, or as ISO 8601 has it. Pure.

/** `21/11/2026` of `2026-11-21`; what is no day stands as it is. */
export function printDay(day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  return year === undefined ? day : `${date}/${month}/${year}`
}

/** @returns `2026-11-21` of what a person typed; undefined for what names no day of the calendar */
export function readDay(text: string): string | undefined {
  const typed = text.trim()
  const [, d, m, y] = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})$/.exec(typed) ?? []
  const [, year = y, month = m, date = d] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed) ?? []
  if (year === undefined || month === undefined || date === undefined) return undefined
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const at = Date.parse(`${day}T00:00:00Z`)
  // A date such as 31 February is read as one of March.
  const isReal = !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
  return isReal ? day : undefined
}
