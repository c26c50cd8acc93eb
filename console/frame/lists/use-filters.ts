// Filters of a list, kept in the page's address, so that they survive reloads and can be shared.
// Changing a filter goes to the first page.

import { useSearchParams } from 'react-router'
import { addressParameters } from '../address-parameters.ts'

export interface Filters<Name extends string> {
  readonly values: { readonly [Key in Name]: string | undefined }
  readonly isEmpty: boolean
  /** undefined removes the filter. */
  set(name: Name, value: string | undefined): void
  /** Sets what comes of the value that the address has now, which may not be drawn yet. */
  change(name: Name, next: (value: string | undefined) => string | undefined): void
  clear(): void
}

export function useFilters<const Name extends string>(names: readonly Name[]): Filters<Name> {
  const [parameters, setParameters] = useSearchParams()
  const entries = names.map((name) => [name, parameters.get(name) ?? undefined] as const)

  function write(act: (changed: URLSearchParams) => void): void {
    const changed = addressParameters()
    changed.delete('cursor')
    act(changed)
    setParameters(changed, { replace: true })
  }

  function change(name: Name, next: (value: string | undefined) => string | undefined): void {
    write((changed) => {
      const value = next(changed.get(name) ?? undefined)
      if (value) changed.set(name, value)
      else changed.delete(name)
    })
  }

  return {
    values: Object.fromEntries(entries) as Filters<Name>['values'],
    isEmpty: entries.every(([, value]) => value === undefined),
    set: (name, value) => change(name, () => value),
    change,
    clear: () =>
      write((changed) => {
        for (const name of names) changed.delete(name)
      }),
  }
}
