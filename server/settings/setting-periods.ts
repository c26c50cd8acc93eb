// The kind of setting for the bank's own periods of retention: one for each market, never under the floor in law.

import { markets } from '../markets/market.ts'
import { type RetentionKind, retentionFloors } from '../markets/retention-floors.ts'
import {
  isShorterThanYears,
  printPeriod,
  type RetentionPeriod,
  readPeriod,
} from '../markets/retention-period.ts'
import { type Kind, kindOf, readBy } from './setting-kinds.ts'

type PeriodsByMarket = Readonly<Record<string, RetentionPeriod>>

/** `SN=12y,GH=7y`, or one period such as `12y` for every market. Faults are listed all at once. */
export function periods(kind: RetentionKind): Kind<PeriodsByMarket> {
  const expects =
    'periods by market in years or days, such as SN=12y,GH=7y, or one for all, such as 90d; none under the floor in law'
  const schema = readBy((given) => {
    const { values, faults } = readPeriods(kind, given)
    return faults.length === 0 ? values : undefined
  })
  return kindOf('periods', expects, schema, {
    explain: (given) => readPeriods(kind, given).faults.join('; '),
    print: (value) =>
      Object.entries(value)
        .map(([country, period]) => `${country}=${printPeriod(period)}`)
        .join(','),
  })
}

function readPeriods(kind: RetentionKind, given: string) {
  const values: Record<string, RetentionPeriod> = {}
  const faults: string[] = []
  for (const [country, text] of partsOf(given)) {
    const period = readPeriod(text)
    const floor = retentionFloors[country]?.[kind]
    if (floor === undefined) faults.push(`${country} is no market of this product`)
    else if (values[country] !== undefined) faults.push(`${country} is given twice`)
    else if (period === undefined) {
      faults.push(`the period of ${country} must be 1y to 100y or 1d to 36500d`)
    } else if (isShorterThanYears(period, floor.years)) {
      faults.push(
        `${country}=${printPeriod(period)} is under the floor of ${floor.years} years (${floor.law.en})`,
      )
    } else values[country] = period
  }
  return { values, faults }
}

/** Returns country and period of each part; one period without a country stands for every market. */
function partsOf(given: string): readonly (readonly [country: string, period: string])[] {
  if (!given.includes('=')) return markets.map(({ country }) => [country, given] as const)
  return given.split(',').map((part) => {
    const [country = '', period = ''] = part.split('=')
    const shown = /^[a-z]{2}$/i.test(country.trim()) ? country.trim().toUpperCase() : 'a part'
    return [shown, period] as const
  })
}
