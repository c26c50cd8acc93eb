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
  const one = strictestOf(kind).floor?.years === 0 ? '90d' : '12y'
  const expects = `periods by market in years or days, such as SN=12y,GH=7y, or one for all, such as ${one}; none under the floor in law`
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

interface ReadPeriods {
  readonly values: PeriodsByMarket
  readonly faults: readonly string[]
}

function readPeriods(kind: RetentionKind, given: string): ReadPeriods {
  if (!given.includes('=')) return readOneForAll(kind, given)
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

/** The longest floor of all markets is named alone. */
function readOneForAll(kind: RetentionKind, given: string): ReadPeriods {
  const period = readPeriod(given)
  if (period === undefined) {
    return { values: {}, faults: ['the period must be 1y to 100y or 1d to 36500d'] }
  }
  const { country, floor } = strictestOf(kind)
  if (floor !== undefined && isShorterThanYears(period, floor.years)) {
    const fault = `${printPeriod(period)} is under the floor of ${floor.years} years of ${country} (${floor.law.en}); markets with a shorter floor can have a period of their own`
    return { values: {}, faults: [fault] }
  }
  return { values: Object.fromEntries(markets.map((one) => [one.country, period])), faults: [] }
}

function strictestOf(kind: RetentionKind) {
  const [strictest] = markets
    .map(({ country }) => ({ country, floor: retentionFloors[country]?.[kind] }))
    .toSorted((one, other) => (other.floor?.years ?? 0) - (one.floor?.years ?? 0))
  return strictest ?? { country: undefined, floor: undefined }
}

/** Returns country and period of each part. */
function partsOf(given: string): readonly (readonly [country: string, period: string])[] {
  return given.split(',').map((part) => {
    const [country = '', period = ''] = part.split('=')
    const shown = /^[a-z]{2}$/i.test(country.trim()) ? country.trim().toUpperCase() : 'a part'
    return [shown, period] as const
  })
}
