// Reads the hours of a period that are over, and the hours to compare them with.

import type { Reader } from '../../db/transaction.ts'
import { dayMs } from '../../kernel/durations.ts'
import { type Comparison, comparedHours } from './figure-period.ts'
import type { AskedPeriod } from './figure-period-input.ts'
import { type CounterScope, findFirstHour } from './verification-counter-view.ts'

export async function chooseComparison(
  db: Reader,
  { environment }: Pick<CounterScope, 'environment'>,
  { period, compare }: AskedPeriod,
  nowMs: number,
): Promise<Comparison> {
  const hours = comparedHours(period, compare, nowMs)
  if (hours === undefined) return { kind: 'no_whole_hour' }
  const first = await findFirstHour(db, environment)
  if (first === undefined || first - (first % dayMs) > hours.before.from) {
    return { kind: 'no_history' }
  }
  return { kind: 'compared', ...hours }
}
