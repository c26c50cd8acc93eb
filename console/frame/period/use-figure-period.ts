// The period of figures, kept in the address.

import { useSearchParams } from 'react-router'
import { dayMs } from '../../../server/kernel/durations.ts'
import {
  type FigurePeriodName,
  figureDaysMax,
  figurePeriods,
} from '../../../server/verifications/figures/figure-period.ts'
import { addressParameters } from '../address-parameters.ts'
import { type CustomDays, daysIn } from './custom-days.ts'

export interface ChosenFigurePeriod {
  readonly name: FigurePeriodName
  readonly days: CustomDays
  /** What is wrong with the custom days. */
  readonly fault: ReturnType<typeof faultOfDays>
  /** For the server; undefined while the days are wrong. */
  readonly query: Readonly<Record<string, string>> | undefined
  choose(name: FigurePeriodName): void
  setDay(end: keyof CustomDays, day: string): void
}

function faultOfDays(
  { from, to }: CustomDays,
  nowMs: number,
): 'missing' | 'order' | 'length' | 'future' | undefined {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  if (Number.isNaN(first) || Number.isNaN(last)) return 'missing'
  if (first > last) return 'order'
  if (last > nowMs) return 'future'
  return last - first >= figureDaysMax * dayMs ? 'length' : undefined
}

/** @param usual The period that is not in the address. */
export function useFigurePeriod(usual: FigurePeriodName): ChosenFigurePeriod {
  const [parameters, setParameters] = useSearchParams()
  const name = figurePeriods.find((one) => one === parameters.get('period')) ?? usual
  const days = daysIn(parameters)
  const fault = name === 'custom' ? faultOfDays(days, Date.now()) : undefined

  function write(next: FigurePeriodName, custom: CustomDays): void {
    const changed = addressParameters()
    for (const part of ['period', 'from', 'to']) changed.delete(part)
    if (next !== usual) changed.set('period', next)
    if (next === 'custom') {
      for (const end of ['from', 'to'] as const) {
        if (custom[end] !== '') changed.set(end, custom[end])
      }
    }
    setParameters(changed, { replace: true })
  }

  return {
    name,
    days,
    fault,
    query:
      name === 'custom'
        ? fault === undefined
          ? { period: name, ...days }
          : undefined
        : { period: name },
    choose: (next) => write(next, { from: '', to: '' }),
    // The other day may not be drawn yet.
    setDay: (end, day) => write('custom', { ...daysIn(addressParameters()), [end]: day }),
  }
}
