// The platform's formats of dates, numbers and names. Each is built once, because building one takes as long as a
// hundred texts of it, and a list of 25 rows shows 200.

export interface DateOptions extends Omit<Intl.DateTimeFormatOptions, 'timeZone' | 'timeZoneName'> {
  readonly timeZone?: 'UTC'
}

type Build<Options, Format> = new (locale: string, options: Options) => Format

export const numberFormat = keepEach<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat)
export const relativeFormat = keepEach<Intl.RelativeTimeFormatOptions, Intl.RelativeTimeFormat>(
  Intl.RelativeTimeFormat,
)
export const listFormat = keepEach<Intl.ListFormatOptions, Intl.ListFormat>(Intl.ListFormat)
const nameFormat = keepEach<Intl.DisplayNamesOptions, Intl.DisplayNames>(Intl.DisplayNames)
const dateFormat = keepEach<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(Intl.DateTimeFormat)

/** In the time zone of the machine, unless the options name UTC. They cannot ask for the zone's name. */
export function formatDate(locale: string, options: DateOptions, at: Date): string {
  // A format keeps the time zone that it was built in, and the machine may move to another. So every format is of UTC,
  // and the instant is moved by the machine's offset.
  const offsetMinutes = options.timeZone === 'UTC' ? 0 : at.getTimezoneOffset()
  const format = dateFormat(locale, { ...options, timeZone: 'UTC' })
  return format.format(at.getTime() - offsetMinutes * 60_000)
}

/** Names of countries by their codes; a code that names no country stays as it is. */
export function countryNames(language: string): Intl.DisplayNames {
  return nameFormat(language, { type: 'region' })
}

function keepEach<Options, Format>(Build: Build<Options, Format>) {
  const built = new Map<string, Format>()
  return (locale: string, options: Options): Format => {
    const key = JSON.stringify([locale, options])
    const known = built.get(key)
    if (known !== undefined) return known
    const format = new Build(locale, options)
    built.set(key, format)
    return format
  }
}
