// A list, or of it the one item whose id is in the address, as a link or a search opened it.

import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { Query } from '../../api/api-client.ts'
import { useApi } from '../../api/api-context.tsx'
import type { ApiRefusal } from '../../api/refusal.ts'
import { type List, type ListPage, unlessRefused, useList } from '../../api/use-api.ts'

interface ListOrOne<Item> {
  readonly list: List<Item>
  /** The one item, once it is read; undefined while the list is shown. */
  readonly one: Item | undefined
  /** Goes from the one item to the list; undefined while the list is shown. */
  readonly showAll: (() => void) | undefined
}

export function useListOrOne<Item>(
  path: string,
  query: Query = {},
  options: { readonly everyMs?: number } = {},
): ListOrOne<Item> {
  const api = useApi()
  const [parameters, setParameters] = useSearchParams()
  const id = parameters.get('id')
  const list = useList<Item>(path, query, { ...options, enabled: id === null })
  const itsPath = `${path}/${encodeURIComponent(id ?? '')}`
  const read = useQuery<ListPage<Item>, ApiRefusal>({
    queryKey: [itsPath, 'alone'],
    queryFn: async ({ signal }) => ({
      items: [await api.ask<Item>(itsPath, { signal })],
      next_cursor: null,
    }),
    enabled: id !== null,
    ...(options.everyMs === undefined ? {} : { refetchInterval: unlessRefused(options.everyMs) }),
  })
  if (id === null) return { list, one: undefined, showAll: undefined }
  const items = read.data?.items ?? []
  return {
    list: { read, items, paging: { ...list.paging, nextCursor: undefined, isFirst: true } },
    one: items[0],
    showAll: () => setParameters({}, { replace: true }),
  }
}
