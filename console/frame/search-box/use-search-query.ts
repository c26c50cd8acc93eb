// A search whose text may be somebody's document number: the address of its result holds a token only, and
// what it stands for is in the memory of this tab. Reloaded, or opened by a colleague, it has to be typed anew.

import { useSearchParams } from 'react-router'
import { useMemory } from '../use-memory.ts'

interface KeptSearch {
  readonly kind: 'number' | 'nothing'
  readonly text: string
}

export type SearchQuery =
  /** No search led here. */
  | { readonly kind: 'none' }
  | { readonly kind: 'forgotten' }
  /** Nothing is called so. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'number'; readonly token: string; readonly number: string }

const parameter = 'search'
const topic = 'sought'

/** Of the address of the moment. */
export function useSearchQuery(): SearchQuery {
  const [parameters] = useSearchParams()
  const { recall } = useMemory<KeptSearch>(topic)
  const token = parameters.get(parameter)
  if (token === null) return { kind: 'none' }
  const kept = recall(token)
  if (kept === undefined) return { kind: 'forgotten' }
  if (kept.kind === 'nothing') return { kind: 'nothing' }
  return { kind: 'number', token, number: kept.text }
}

/** @returns remembers a search; what it returns goes into the address */
export function useKeepSearchQuery(): (search: KeptSearch) => Readonly<Record<string, string>> {
  const { keep } = useMemory<KeptSearch>(topic)
  return (search) => {
    const token = Math.random().toString(36).slice(2, 10)
    keep(token, search)
    return { [parameter]: token }
  }
}
