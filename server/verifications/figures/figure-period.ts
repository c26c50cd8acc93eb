// The periods of the overview and the reports, and the earlier hours that each is compared with. Days and hours are in
// UTC. Pure.

import { dayMs } from '../../kernel/durations.ts'
import { startOf } from '../../usage/span.ts'

export const figurePeriods = [
  'today',
  '7_days',
  '28_days',
  '90_days',
  'this_month',
  'last_month',
  'custom',
] as const
export type FigurePeriodName = (typeof figurePeriods)[number]

/** Of one day: with the same weekday of the week before, or with the day before. */
export const dayComparisons = ['weekday', 'day_before'] as const
export type DayComparison = (typeof dayComparisons)[number]

export const figureDaysMax = 92

/** Whole days: from `from` to before `to`, which is later than now where the last day is today. */
export interface FigurePeriod {
  readonly name: FigurePeriodName
  readonly from: number
  readonly to: number
}

/** @param custom first and last day, each its first instant; only for `custom` */
export function figurePeriod(
  name: FigurePeriodName,
  custom: { readonly first: number; readonly last: number } | undefined,
  nowMs: number,
): FigurePeriod {
  const today = startOf('day', nowMs)
  const month = startOf('month', nowMs)
  const tomorrow = today + dayMs
  switch (name) {
    case 'today':
      return { name, from: today, to: tomorrow }
    case '7_days':
    case '28_days':
    case '90_days':
      return { name, from: tomorrow - Number.parseInt(name, 10) * dayMs, to: tomorrow }
    case 'this_month':
      return { name, from: month, to: tomorrow }
    case 'last_month':
      return { name, from: startOf('month', month - 1), to: month }
    case 'custom':
      return { name, from: custom?.first ?? today, to: (custom?.last ?? today) + dayMs }
  }
}

/** Returns the first instants of the days from `from` to before `to`. */
export function daysWithin({ from, to }: Pick<FigurePeriod, 'from' | 'to'>): readonly number[] {
  return Array.from({ length: Math.round((to - from) / dayMs) }, (_, day) => from + day * dayMs)
}

export function isUnfinished({ to }: Pick<FigurePeriod, 'to'>, nowMs: number): boolean {
  return to > nowMs
}

/** The whole hours of a period that are over, and as many hours before. */
interface ComparedHours {
  readonly hours: { readonly from: number; readonly to: number }
  readonly before: { readonly from: number; readonly to: number }
}

/**
 * Returns undefined while no hour of the period is over. A period of several days is compared with the equal number of
 * days just before it, until the same hour.
 */
export function comparedHours(
  { from, to }: Pick<FigurePeriod, 'from' | 'to'>,
  by: DayComparison,
  nowMs: number,
): ComparedHours | undefined {
  const until = Math.min(to, startOf('hour', nowMs))
  if (until <= from) return undefined
  const days = Math.round((to - from) / dayMs)
  const back = (days > 1 ? days : by === 'weekday' ? 7 : 1) * dayMs
  return { hours: { from, to: until }, before: { from: from - back, to: until - back } }
}

/** Why nothing is compared: no hour is over yet, or the first verification is later than the days before. */
type NotCompared = 'no_whole_hour' | 'no_history'

export type Comparison =
  | ({ readonly kind: 'compared' } & ComparedHours)
  | { readonly kind: NotCompared }
