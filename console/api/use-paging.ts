// Paging of a list: the cursor is in the address and the cursors of earlier pages in the history
// entry, so that reload, bookmark and back button find the same rows.

import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { addressParameters } from '../frame/address-parameters.ts'

export interface Paging {
  readonly cursor: string | undefined
  /** undefined on the last page, and while nothing is loaded. */
  readonly nextCursor: string | undefined
  readonly isFirst: boolean
  goOn(cursor: string): void
  /** Goes to the previous page, or to the first where the previous is unknown. */
  goBack(): void
}

export function usePaging(): Paging {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const location = useLocation()
  const cursor = parameters.get('cursor') ?? undefined
  const trail = trailIn(location.state)

  function open(next: string | undefined, way: readonly string[]): void {
    // The rows that this page belongs to are not asked for any more.
    if (addressParameters().toString() !== parameters.toString()) return
    const changed = new URLSearchParams(parameters)
    if (next === undefined || next === '') changed.delete('cursor')
    else changed.set('cursor', next)
    navigate({ search: changed.toString() }, { state: { trail: way } })
  }

  return {
    cursor,
    nextCursor: undefined,
    isFirst: cursor === undefined,
    goOn: (next) => open(next, [...trail, cursor ?? '']),
    goBack: () => open(trail.at(-1), trail.slice(0, -1)),
  }
}

function trailIn(state: unknown): readonly string[] {
  if (typeof state !== 'object' || state === null || !('trail' in state)) return []
  const { trail } = state
  return Array.isArray(trail) ? trail.filter((one) => typeof one === 'string') : []
}
