// The days of a chart, of which the last may be today.

import { useTranslation } from 'react-i18next'
import { useShow } from '../../words/show.ts'

export interface ChartDays {
  /** Dates such as `2026-11-21`. */
  readonly days: readonly string[]
  /** Whether the last day is today, whose numbers still grow. */
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
    return days.length > daysInWeekMax ? show.dayOfMonth(day) : show.day(day)
  }
}
