// Search queries that may be document numbers or names: the address holds only a token, the text stays in
// the memory of this tab. After a reload, or in another browser, it must be typed again.

import { useSearchParams } from 'react-router'
import { useMemory } from '../use-memory.ts'

interface KeptSearch {
  readonly kind: 'number' | 'name' | 'nothing' | 'nothing_but_names'
  readonly text: string
}

export type SearchQuery =
  /** The page was not opened by a search. */
  | { readonly kind: 'none' }
  | { readonly kind: 'forgotten' }
  /** Nothing matched, or nothing but maybe a name, which is not searched here. */
  | { readonly kind: 'nothing' | 'nothing_but_names' }
  | { readonly kind: 'number' | 'name'; readonly token: string; readonly text: string }

const parameter = 'search'
const topic = 'sought'

/** Reads the query of the current address. */
export function useSearchQuery(): SearchQuery {
  const [parameters] = useSearchParams()
  const { recall } = useMemory<KeptSearch>(topic)
  const token = parameters.get(parameter)
  if (token === null) return { kind: 'none' }
  const kept = recall(token)
  if (kept === undefined) return { kind: 'forgotten' }
  const { kind, text } = kept
  return kind === 'number' || kind === 'name' ? { kind, token, text } : { kind }
}

/** Returns a function that stores a search and returns the query parameters for the address. */
export function useKeepSearchQuery(): (search: KeptSearch) => Readonly<Record<string, string>> {
  const { keep } = useMemory<KeptSearch>(topic)
  return (search) => {
    const token = Math.random().toString(36).slice(2, 10)
    keep(token, search)
    return { [parameter]: token }
  }
}
