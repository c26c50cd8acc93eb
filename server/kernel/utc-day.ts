// How a UTC day is written for people, in texts and printed documents. Pure.

/** The conventions of each language, the same as in the console. */
export const dateLocales = { en: 'en-GB', fr: 'fr', ar: 'ar-MA' } as const

/** `21 Nov 2026` */
export const utcDay: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
}
