// Filters of the list, from the address and for the server.

import { useSearchParams } from 'react-router'
import { savedParameters } from '../../../server/saved-filters/saved-filter.ts'
import { addressParameters } from '../../frame/address-parameters.ts'
import { type Filters, useFilters } from '../../frame/lists/use-filters.ts'
import type { FilterToSave } from '../../frame/saved-filters/use-saved-filters.ts'
import { readDays, spanOf } from './days.ts'

/** A reference is the client's name for a customer, so it is not saved. */
const filterNames = [...savedParameters.verifications, 'external_ref'] as const
type FilterName = (typeof filterNames)[number]

export interface VerificationFilterState extends Filters<FilterName>, FilterToSave {
  /** The server's parameters, without the environment. */
  readonly asked: Readonly<Record<string, string>>
}

export function useVerificationFilters(): VerificationFilterState {
  const filters = useFilters(filterNames)
  const [, setParameters] = useSearchParams()
  const named = filterNames.flatMap((name): [string, string][] => {
    const value = filters.values[name]
    const isIgnored = name === 'dates' && value !== undefined && readDays(value) === undefined
    return value === undefined || isIgnored ? [] : [[name, value]]
  })
  const { dates, ...asked } = Object.fromEntries(named)
  const { external_ref: reference, ...saved } = Object.fromEntries(named)
  return {
    ...filters,
    asked: { ...asked, ...(dates === undefined ? {} : spanOf(dates)) },
    list: 'verifications',
    parameters: saved,
    isPartial: reference !== undefined,
    apply(chosen) {
      const changed = new URLSearchParams(chosen)
      const environment = addressParameters().get('environment')
      if (environment !== null) changed.set('environment', environment)
      setParameters(changed, { replace: true })
    },
  }
}
