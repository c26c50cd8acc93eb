// Tells days of the calendar from texts that only look like one. Pure.

/** Whether the text is a date of the Gregorian calendar, `YYYY-MM-DD`: `Date` takes 31 February for a day of March. */
export function isRealDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  return new Date(`${text}T00:00:00Z`).getUTCDate() === Number(text.slice(8))
}
