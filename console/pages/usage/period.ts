// Periods of usage, as kept in the address. Days are UTC days, by which usage is recorded and
// billed. Pure.

import { dayMs } from '../../../server/kernel/durations.ts'
import type { CustomDays } from '../../frame/period/custom-days.ts'

export const periodNames = ['this_month', 'last_month', '90_days', 'own'] as const
export type PeriodName = (typeof periodNames)[number]

/** Longer periods are grouped by month. */
const daysByDayMax = 92

export function daysOf(name: Exclude<PeriodName, 'own'>, nowMs: number): CustomDays {
  const now = new Date(nowMs)
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const today = dayOf(nowMs)
  switch (name) {
    case 'this_month':
      return { from: dayOf(Date.UTC(year, month, 1)), to: today }
    case 'last_month':
      return { from: dayOf(Date.UTC(year, month - 1, 1)), to: dayOf(Date.UTC(year, month, 0)) }
    case '90_days':
      return { from: dayOf(nowMs - 89 * dayMs), to: today }
  }
}

/** Checks that both days exist, are in order, and span no more than the server allows. */
export function faultOf({ from, to }: CustomDays): 'missing' | 'order' | 'years' | undefined {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  if (Number.isNaN(first) || Number.isNaN(last)) return 'missing'
  if (first > last) return 'order'
  return last - first > 119 * 31 * dayMs ? 'years' : undefined
}

/** For the server: the end is exclusive. */
export function spanOfDays({ from, to }: CustomDays): CustomDays {
  return { from, to: dayOf(Date.parse(to) + dayMs) }
}

export function groupingOf({ from, to }: CustomDays): 'day' | 'month' {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  return days <= daysByDayMax ? 'day' : 'month'
}

/** Returns the day before that of the instant. */
export function dayBefore(instantMs: number): string {
  return dayOf(instantMs - dayMs)
}

/** Whether a day (`2026-11-21`) or month (`2026-11`) of UTC lasts at this instant: its numbers still grow. */
export function isOngoing(group: string, nowMs: number): boolean {
  return dayOf(nowMs).startsWith(group)
}

function dayOf(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 10)
}
