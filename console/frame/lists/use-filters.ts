// Filters of a list, kept in the page's address, so that they survive reloads and can be shared.
// Changing a filter goes to the first page.

import { useSearchParams } from 'react-router'
import { addressParameters } from '../address-parameters.ts'

export interface Filters<Name extends string> {
  readonly values: { readonly [Key in Name]: string | undefined }
  readonly isEmpty: boolean
  /** undefined removes the filter. */
  set(name: Name, value: string | undefined): void
  clear(): void
}

export function useFilters<const Name extends string>(names: readonly Name[]): Filters<Name> {
  const [parameters, setParameters] = useSearchParams()
  const entries = names.map((name) => [name, parameters.get(name) ?? undefined] as const)

  function change(act: (changed: URLSearchParams) => void): void {
    const changed = addressParameters()
    changed.delete('cursor')
    act(changed)
    setParameters(changed, { replace: true })
  }

  return {
    values: Object.fromEntries(entries) as Filters<Name>['values'],
    isEmpty: entries.every(([, value]) => value === undefined),
    set: (name, value) =>
      change((changed) => (value ? changed.set(name, value) : changed.delete(name))),
    clear: () =>
      change((changed) => {
        for (const name of names) changed.delete(name)
      }),
  }
}
