// The days or months of a chart, of which the last may be the current one.

import { useTranslation } from 'react-i18next'
import { useShow } from '../../words/show.ts'

export interface ChartDays {
  /** Dates such as `2026-11-21`, or months such as `2026-11`. */
  readonly days: readonly string[]
  /** Whether the last is today or this month, whose numbers still grow. */
  readonly isUnfinished: boolean
}

/** Returns the name of a day: with the month from the ninth day on, with a word where it is unfinished. */
export function useDayName({ days, isUnfinished }: ChartDays): (index: number) => string {
  const { t } = useTranslation('overview')
  const name = useShortDay(days)
  return (index) =>
    isUnfinished && index === days.length - 1
      ? t('chart.dayUnfinished', { day: name(index) })
      : name(index)
}

const daysInWeekMax = 8

/** For axes. */
export function useShortDay(days: readonly string[]): (index: number) => string {
  const show = useShow()
  return (index) => {
    const day = days[index] ?? ''
    if (day.length === 'YYYY-MM'.length) return show.month(day)
    return days.length > daysInWeekMax ? show.dayOfMonth(day) : show.day(day)
  }
}
