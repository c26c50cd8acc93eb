// A period of calendar years or days, as the settings and the law give them: `10y`, `90d`. Pure.

import { dayMs } from '../kernel/durations.ts'

export interface RetentionPeriod {
  readonly amount: number
  readonly unit: 'y' | 'd'
}

/** Returns undefined for anything but 1 to 100 years or 1 to 36500 days. */
export function readPeriod(given: string): RetentionPeriod | undefined {
  const [, figure = '', unit] = /^(\d{1,5})(y|d)$/i.exec(given.trim()) ?? []
  const amount = Number(figure)
  if (unit === undefined || amount < 1) return undefined
  const isYears = unit.toLowerCase() === 'y'
  return amount <= (isYears ? 100 : 36_500) ? { amount, unit: isYears ? 'y' : 'd' } : undefined
}

export function printPeriod({ amount, unit }: RetentionPeriod): string {
  return `${amount}${unit}`
}

/** Adds calendar years (UTC; 29 February becomes 1 March) or days of 24 hours. */
export function addPeriod(startMs: number, { amount, unit }: RetentionPeriod): number {
  if (unit === 'd') return startMs + amount * dayMs
  const date = new Date(startMs)
  date.setUTCFullYear(date.getUTCFullYear() + amount)
  return date.getTime()
}

/** The first instant of a span that holds as many leap days as any. */
const spanStart = Date.UTC(2000, 0, 1)

/** Whether `period` is shorter than this many calendar years, wherever it begins. */
export function isShorterThanYears(period: RetentionPeriod, years: number): boolean {
  return addPeriod(spanStart, period) < addPeriod(spanStart, { amount: years, unit: 'y' })
}
