// How pages read and change what the appliance keeps: one hook to read, one to read a list page by page, one
// to change.

import {
  keepPreviousData,
  type MutationFilters,
  type UseMutationResult,
  type UseQueryResult,
  useIsMutating,
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

export interface ChangeOptions {
  /** Paths whose answers are read again after it. */
  readonly touches?: readonly string[]
  /** Whoever looks at a dialog may leave it meanwhile: a search, or what the page does by itself. */
  readonly mayBeLeft?: boolean
}

/**
 * Something that changes what is kept. Where the server wants a fresh proof, the person is asked for it and
 * the request repeated.
 */
export function useChange<Input, Answer = unknown>(
  request: (input: Input) => Ask & { readonly path: string },
  { touches = [], mayBeLeft = false }: ChangeOptions = {},
): UseMutationResult<Answer, Refusal, Input> {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation<Answer, Refusal, Input>({
    mutationFn(input) {
      const { path, ...ask } = request(input)
      return api.ask<Answer>(path, ask)
    },
    onSuccess: () => Promise.all(touches.map((path) => readAgain(path))),
    meta: { holdsDialogs: !mayBeLeft },
  })

  /** The path itself and all below it. */
  function readAgain(path: string) {
    return queries.invalidateQueries({
      predicate: ({ queryKey: [key] }) =>
        typeof key === 'string' && (key === path || key.startsWith(`${path}/`)),
    })
  }
}

export interface Sending {
  /** Whether a change is on its way whose outcome is not known yet: no dialog is left before it is. */
  readonly isSending: boolean
  /** The same at the moment of the call, for a key that is pressed before the page is drawn anew. */
  isNow(): boolean
}

export function useSending(): Sending {
  const queries = useQueryClient()
  return {
    isSending: useIsMutating(holding) > 0,
    isNow: () => queries.isMutating(holding) > 0,
  }
}

const holding: MutationFilters = { predicate: ({ meta }) => meta?.holdsDialogs === true }
