// How pages read and change what the appliance keeps: one hook to read, one to read a list page by page, one
// to change.

import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Ask, Query } from './api-client.ts'
import { useApi } from './api-context.tsx'
import type { Refusal } from './refusal.ts'
import { type Paging, usePaging } from './use-paging.ts'

export interface ReadOptions {
  readonly query?: Query
  /** False while it is not to be read yet. */
  readonly enabled?: boolean
  /** How often it is read again while the page is looked at. */
  readonly everyMs?: number
  /** Not read again just because the window is looked at anew: where each reading is written down. */
  readonly isRecorded?: boolean
}

/** `data` of GET `path`. Kept under [path, query]; changes name paths to have them read again. */
export function useRead<Answer>(
  path: string,
  { query = {}, enabled = true, everyMs, isRecorded = false }: ReadOptions = {},
): UseQueryResult<Answer, Refusal> {
  const api = useApi()
  return useQuery<Answer, Refusal>({
    queryKey: [path, query],
    queryFn: ({ signal }) => api.ask<Answer>(path, { query, signal }),
    placeholderData: keepPreviousData,
    enabled,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
    ...(isRecorded ? { refetchOnWindowFocus: false, refetchOnReconnect: false } : {}),
  })
}

export interface ListPage<Item> {
  readonly items: readonly Item[]
  readonly next_cursor: string | null
}

export interface List<Item> {
  readonly read: UseQueryResult<ListPage<Item>, Refusal>
  readonly items: readonly Item[]
  readonly paging: Paging
}

/** One page of a list; which one stands in the address of the page. */
export function useList<Item>(
  path: string,
  query: Query = {},
  options: Pick<ReadOptions, 'isRecorded' | 'everyMs'> = {},
): List<Item> {
  const paging = usePaging()
  const read = useRead<ListPage<Item>>(path, {
    query: { ...query, limit: 25, cursor: paging.cursor },
    ...options,
  })
  const next = read.data?.next_cursor ?? undefined
  return { read, items: read.data?.items ?? [], paging: { ...paging, nextCursor: next } }
}

/**
 * Something that changes what is kept. Where the server wants a fresh proof, the person is asked for it and
 * the request repeated. `touches`: paths whose answers are read again after it.
 */
export function useChange<Input, Answer = unknown>(
  request: (input: Input) => Ask & { readonly path: string },
  { touches = [] }: { readonly touches?: readonly string[] } = {},
): UseMutationResult<Answer, Refusal, Input> {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation<Answer, Refusal, Input>({
    mutationFn(input) {
      const { path, ...ask } = request(input)
      return api.ask<Answer>(path, ask)
    },
    onSuccess: () => Promise.all(touches.map((path) => readAgain(path))),
  })

  /** The path itself and all below it. */
  function readAgain(path: string) {
    return queries.invalidateQueries({
      predicate: ({ queryKey: [key] }) =>
        typeof key === 'string' && (key === path || key.startsWith(`${path}/`)),
    })
  }
}
