// By what the list is filtered: as it stands in the address, and as the server is asked.

import { useSearchParams } from 'react-router'
import { type Filters, useFilters } from '../../frame/lists/use-filters.ts'
import { spanOf } from './days.ts'

export const filterNames = [
  'status',
  'country',
  'id_type',
  'band',
  'reason',
  'scoring_skipped',
  'dates',
  'external_ref',
] as const
export type FilterName = (typeof filterNames)[number]

export interface VerificationFilters extends Filters<FilterName> {
  /** Under the server's names, without the environment. */
  readonly asked: Readonly<Record<string, string>>
  /**
   * For keeping, in one text: without the environment, so that it serves in both, and without what names a
   * person, since it stays in the browser.
   */
  readonly text: string
  /** Something of it is left out of the text. */
  readonly isTextPartial: boolean
  /** Puts a kept filter in the place of this one. */
  apply(text: string): void
}

/** A reference is the client's own name for a customer: it is not to outlive the session in a browser. */
function isPersonal(name: string): boolean {
  return name === 'external_ref'
}

export function useVerificationFilters(): VerificationFilters {
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
