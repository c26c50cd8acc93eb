// Filters of the list, from the address and for the server.

import { useSearchParams } from 'react-router'
import { type Filters, useFilters } from '../../frame/lists/use-filters.ts'
import { spanOf } from './days.ts'

const filterNames = [
  'status',
  'country',
  'id_type',
  'band',
  'reason',
  'review_state',
  'scoring_skipped',
  'dates',
  'external_ref',
] as const
type FilterName = (typeof filterNames)[number]

export interface VerificationFilterState extends Filters<FilterName> {
  /** The server's parameters, without the environment. */
  readonly asked: Readonly<Record<string, string>>
  /**
   * For saving, as one text: without the environment, so that it works in both, and without
   * anything that identifies a person, since it stays in the browser.
   */
  readonly text: string
  /** True where something was left out of `text`. */
  readonly isTextPartial: boolean
  /** Replaces the current filter by a saved one. */
  apply(text: string): void
}

/**
 * A reference is the client's name for a customer and must not outlive the session in a browser.
 */
function isPersonal(name: string): boolean {
  return name === 'external_ref'
}

export function useVerificationFilters(): VerificationFilterState {
  const filters = useFilters(filterNames)
  const [parameters, setParameters] = useSearchParams()
  const named = filterNames.flatMap((name): [string, string][] => {
    const value = filters.values[name]
    return value === undefined ? [] : [[name, value]]
  })
  const { dates, ...asked } = Object.fromEntries(named)
  return {
    ...filters,
    asked: { ...asked, ...(dates === undefined ? {} : spanOf(dates)) },
    text: new URLSearchParams(named.filter(([name]) => !isPersonal(name))).toString(),
    isTextPartial: named.some(([name]) => isPersonal(name)),
    apply(text) {
      const changed = new URLSearchParams(text)
      const environment = parameters.get('environment')
      if (environment !== null) changed.set('environment', environment)
      setParameters(changed, { replace: true })
    },
  }
}
