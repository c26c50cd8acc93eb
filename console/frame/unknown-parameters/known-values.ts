// The values that parameters of an address may have where a page ignores all others. Others than these are refused by
// the server, which names them, or marked in a field of the page. Pure.

import { environments } from '../../../server/kernel/environment.ts'
import { markets } from '../../../server/markets/market.ts'
import { queueViews } from '../../../server/reviews/review.ts'
import { figurePeriods } from '../../../server/verifications/figures/figure-period.ts'
import { views } from '../../pages/approvals/views.ts'
import { periodNames } from '../../pages/usage/period.ts'
import { usageWays } from '../../pages/usage/ways.ts'
import { tabIds } from '../../pages/verification/tab-ids.ts'
import { presets, readDays } from '../../pages/verifications/days.ts'

type Values = Readonly<Record<string, readonly string[]>>

const figures: Values = { period: figurePeriods }

const valuesOf: Readonly<Record<string, Values>> = {
  '/overview': figures,
  '/quality': figures,
  '/reports': { ...figures, country: markets.map(({ country }) => country) },
  '/usage': { period: periodNames, by: usageWays },
  '/approvals': { state: views },
  '/reviews': { state: queueViews },
  '/verifications': { dates: presets },
  '/verifications/:id': { tab: tabIds },
}

/** Values that no list can have: the days that somebody chose. */
const isOwnValue: Readonly<Record<string, (value: string) => boolean>> = {
  dates: (value) => readDays(value) !== undefined,
}

interface UnknownValue {
  readonly name: string
  readonly value: string
  readonly known: readonly string[]
}

/**
 * Returns the values that the page ignores. An empty one is left out: it chooses nothing.
 * @param path of the page's row, as `/webhooks/:id`
 */
export function unknownValues(
  path: string,
  parameters: Pick<URLSearchParams, 'get'>,
): readonly UnknownValue[] {
  const values: Values = { ...valuesOf[path], environment: environments }
  return Object.entries(values).flatMap(([name, known]) => {
    const value = parameters.get(name)
    if (value === null || value === '' || known.includes(value)) return []
    return isOwnValue[name]?.(value) ? [] : [{ name, value, known }]
  })
}
