// Periods of usage, as kept in the address. Days are UTC days, by which usage is recorded and
// billed. Pure.

export const periodNames = ['this_month', 'last_month', '90_days', 'own'] as const
export type PeriodName = (typeof periodNames)[number]

/** Days such as `2026-11-21`, both inclusive. */
export interface Days {
  readonly first: string
  readonly last: string
}

const dayMs = 24 * 60 * 60 * 1000

/** Longer periods are grouped by month. */
const daysByDayMax = 92

export function daysOf(name: Exclude<PeriodName, 'own'>, nowMs: number): Days {
  const now = new Date(nowMs)
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const today = dayOf(nowMs)
  switch (name) {
    case 'this_month':
      return { first: dayOf(Date.UTC(year, month, 1)), last: today }
    case 'last_month':
      return { first: dayOf(Date.UTC(year, month - 1, 1)), last: dayOf(Date.UTC(year, month, 0)) }
    case '90_days':
      return { first: dayOf(nowMs - 89 * dayMs), last: today }
  }
}

/** Checks that both days exist, are in order, and span no more than the server allows. */
export function faultOf({ first, last }: Days): 'missing' | 'order' | 'length' | undefined {
  const [from, to] = [Date.parse(first), Date.parse(last)]
  if (Number.isNaN(from) || Number.isNaN(to)) return 'missing'
  if (from > to) return 'order'
  return to - from > 119 * 31 * dayMs ? 'length' : undefined
}

/** For the server: the end is exclusive. */
export function spanOfDays({ first, last }: Days): { readonly from: string; readonly to: string } {
  return { from: first, to: dayOf(Date.parse(last) + dayMs) }
}

export function groupingOf({ first, last }: Days): 'day' | 'month' {
  const days = (Date.parse(last) - Date.parse(first)) / dayMs + 1
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
