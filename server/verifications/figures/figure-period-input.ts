// Parses the period of the overview and the reports, from a query or a body.

import { z } from 'zod'
import { type Fault, refuseFaults } from '../../kernel/app-error.ts'
import { dayMs } from '../../kernel/durations.ts'
import { parseOrRefuse } from '../../kernel/parse-or-refuse.ts'
import { startOf } from '../../usage/span.ts'
import {
  type DayComparison,
  dayComparisons,
  type FigurePeriod,
  figureDaysMax,
  figurePeriod,
  figurePeriods,
} from './figure-period.ts'

export const periodQuery = ['period', 'from', 'to', 'compare'] as const

const dayField = (name: string) => {
  const error = `${name} is a day such as 2026-11-21.`
  return z.iso
    .date({ error })
    .transform((text) => Date.parse(text))
    .optional()
}

const schema = z.object({
  period: z
    .enum(figurePeriods, { error: `period must be one of ${figurePeriods.join(', ')}.` })
    .default('today'),
  from: dayField('from'),
  to: dayField('to'),
  compare: z
    .enum(dayComparisons, { error: `compare must be one of ${dayComparisons.join(', ')}.` })
    .default('weekday'),
})

export interface AskedPeriod {
  readonly period: FigurePeriod
  readonly compare: DayComparison
}

/**
 * `from` and `to` are the first and the last day of `custom`, both inclusive, in UTC.
 * @throws AppError `invalid_request` with every fault
 */
export function parsePeriod(given: unknown, nowMs: number): AskedPeriod {
  const { period: name, from, to, compare } = parseOrRefuse(schema, given)
  if (name !== 'custom') return { period: figurePeriod(name, undefined, nowMs), compare }
  const faults = [...missing('from', from), ...missing('to', to)]
  if (from === undefined || to === undefined) throw refuseFaults(faults)
  const period = figurePeriod(name, { first: from, last: to }, nowMs)
  const fault = faultOf(period, nowMs)
  if (fault !== undefined) {
    throw refuseFaults([{ param: 'to', code: 'invalid', message: fault }])
  }
  return { period, compare }
}

function missing(param: string, day: number | undefined): readonly Fault[] {
  if (day !== undefined) return []
  return [{ param, code: 'missing', message: `${param} is needed for a custom period.` }]
}

function faultOf({ from, to }: FigurePeriod, nowMs: number): string | undefined {
  if (to <= from) return 'to is before from.'
  if (to - from > figureDaysMax * dayMs) return `A period has at most ${figureDaysMax} days.`
  return to > startOf('day', nowMs) + dayMs ? 'to is later than today (UTC).' : undefined
}
