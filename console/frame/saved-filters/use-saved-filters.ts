// The saved filters of a list: the user's own, and those that others share.

import type { FilteredList } from '../../../server/saved-filters/saved-filter.ts'
import type { SavedFilterJson } from '../../../server/saved-filters/saved-filter-json.ts'
import { type ListPage, useChange, useRead } from '../../api/use-api.ts'

type Parameters = SavedFilterJson['filter']

/** The filter of a list as it is set now. */
export interface FilterToSave {
  readonly list: FilteredList
  /** What is saved: without the environment, and without what could identify a person. */
  readonly parameters: Parameters
  /** True where something was left out. */
  readonly isPartial: boolean
  /** Replaces the current filter. */
  apply(parameters: Parameters): void
}

export function useSavedFilters(list: FilteredList): readonly SavedFilterJson[] {
  const read = useRead<ListPage<SavedFilterJson>>(`/saved-filters/${list}`)
  return read.data?.items ?? []
}

interface FilterContent {
  readonly name: string
  readonly shared: boolean
}

export type FilterEdit =
  | { readonly kind: 'change'; readonly id: string; readonly content: FilterContent }
  | { readonly kind: 'remove'; readonly id: string }

/** Saves a new filter, and changes and removes those that exist. */
export function useFilterChanges(list: FilteredList) {
  const path = `/saved-filters/${list}`
  const touches = { touches: [path] }
  return {
    save: useChange<FilterContent & { readonly filter: Parameters }>(
      (json) => ({ path, method: 'POST', json }),
      touches,
    ),
    edit: useChange<FilterEdit>((edit) => {
      const one = `${path}/${edit.id}`
      return edit.kind === 'remove'
        ? { path: one, method: 'DELETE' }
        : { path: one, method: 'PATCH', json: edit.content }
    }, touches),
  }
}

export function isSameFilter(one: Parameters, other: Parameters): boolean {
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  )
}
