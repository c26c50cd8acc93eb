// The platform's formats of dates, numbers and names. Each is built once, because building one takes as long as a
// hundred texts of it, and a list of 25 rows shows 200.

type Build<Options, Format> = new (locale: string, options: Options) => Format

export const numberFormat = keepEach<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat)
export const relativeFormat = keepEach<Intl.RelativeTimeFormatOptions, Intl.RelativeTimeFormat>(
  Intl.RelativeTimeFormat,
)
export const listFormat = keepEach<Intl.ListFormatOptions, Intl.ListFormat>(Intl.ListFormat)
const nameFormat = keepEach<Intl.DisplayNamesOptions, Intl.DisplayNames>(Intl.DisplayNames)
const dateFormat = keepEach<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(Intl.DateTimeFormat)

export function formatDate(locale: string, options: Intl.DateTimeFormatOptions, at: Date): string {
  // A format keeps the time zone that it was built in, and the machine may move to another.
  return dateFormat(locale, options, at.getTimezoneOffset()).format(at)
}

/** Names of countries by their codes; a code that names no country stays as it is. */
export function countryNames(language: string): Intl.DisplayNames {
  return nameFormat(language, { type: 'region' })
}

/** @param apart Keeps formats apart that options alone do not tell from each other. */
function keepEach<Options, Format>(Build: Build<Options, Format>) {
  const built = new Map<string, Format>()
  return (locale: string, options: Options, apart = 0): Format => {
    const key = JSON.stringify([locale, options, apart])
    const known = built.get(key)
    if (known !== undefined) return known
    const format = new Build(locale, options)
    built.set(key, format)
    return format
  }
}
