// Formats UTC days and months in the user's language, independent of the time zone.

import { useTranslation } from 'react-i18next'
import { type DateOptions, formatDate } from '../../words/formats.ts'
import { localeOf } from '../../words/languages.ts'

interface DayText {
  /** `21 Nov 2026`, `November 2026`. */
  long(group: string): string
  /** `21 Nov`, `Nov 2026`, for chart axes. */
  short(group: string): string
}

export function useDayText(): DayText {
  const { i18n } = useTranslation()
  const locale = localeOf(i18n.language)
  const text = (group: string, options: DateOptions) =>
    formatDate(locale, { ...options, timeZone: 'UTC' }, new Date(group))
  const isMonth = (group: string) => group.length === 'YYYY-MM'.length
  return {
    long: (group) =>
      isMonth(group)
        ? text(group, { month: 'long', year: 'numeric' })
        : text(group, { day: 'numeric', month: 'short', year: 'numeric' }),
    short: (group) =>
      isMonth(group)
        ? text(group, { month: 'short', year: 'numeric' })
        : text(group, { day: 'numeric', month: 'short' }),
  }
}
