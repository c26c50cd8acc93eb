// The period in the address; this month by default.

import { useSearchParams } from 'react-router'
import { addressParameters } from '../../frame/address-parameters.ts'
import { type CustomDays, daysIn } from '../../frame/period/custom-days.ts'
import { daysOf, faultOf, type PeriodName, periodNames } from './period.ts'

export interface ChosenPeriod {
  readonly name: PeriodName
  readonly days: CustomDays
  /** What is wrong with the custom days. */
  readonly fault: ReturnType<typeof faultOf>
  choose(name: PeriodName): void
  setDay(end: keyof CustomDays, day: string): void
}

export function usePeriod(): ChosenPeriod {
  const [parameters, setParameters] = useSearchParams()
  const name = periodNames.find((one) => one === parameters.get('period')) ?? 'this_month'
  const own = daysIn(parameters)
  const days = name === 'own' ? own : daysOf(name, Date.now())

  function write(next: PeriodName, { from, to }: CustomDays): void {
    const changed = addressParameters()
    for (const part of ['period', 'from', 'to']) changed.delete(part)
    if (next !== 'this_month') changed.set('period', next)
    if (next === 'own') {
      changed.set('from', from)
      changed.set('to', to)
    }
    setParameters(changed, { replace: true })
  }

  return {
    name,
    days,
    fault: name === 'own' ? faultOf(own) : undefined,
    // Custom days start with the days shown before.
    choose: (next) => write(next, days),
    // The other day may not be drawn yet.
    setDay: (end, day) => write('own', { ...daysIn(addressParameters()), [end]: day }),
  }
}
