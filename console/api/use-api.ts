// Hooks to read a resource, to read a list page by page, and to change something.

import {
  keepPreviousData,
  type MutationFilters,
  type QueryMeta,
  type UseMutationResult,
  type UseQueryResult,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Ask, Query } from './api-client.ts'
import { useApi } from './api-context.tsx'
import { type ApiRefusal, isRefusedForGood } from './refusal.ts'
import { type Paging, usePaging } from './use-paging.ts'

interface ReadOptions {
  readonly query?: Query
  /** False while it must not be read yet. */
  readonly enabled?: boolean
  /** Interval in milliseconds at which it is read again while the page is visible. */
  readonly everyMs?: number
  /** True where each read is recorded in the audit log: it is not repeated on window focus. */
  readonly isRecorded?: boolean
  /** True for settings of the server: no change reads them again, and they count as fresh for ten minutes. */
  readonly isSetting?: boolean
}

const settingStaleMs = 600_000

interface WatchedOptions<Answer> extends ReadOptions {
  /** Answers that are the same to the page: it keeps the first, and is not drawn for the others. */
  readonly isSame?: (before: Answer, after: Answer) => boolean
}

/**
 * Reads the `data` of GET `path`. Cached under [path, query]; changes name the paths to read again.
 */
export function useRead<Answer>(
  path: string,
  options: WatchedOptions<Answer> = {},
): UseQueryResult<Answer, ApiRefusal> {
  const { query = {}, enabled = true, everyMs, isSame } = options
  const { isRecorded = false, isSetting = false } = options
  const api = useApi()
  return useQuery<Answer, ApiRefusal>({
    queryKey: keyOf(path, query),
    queryFn: ({ signal }) => api.ask<Answer>(path, { query, signal }),
    placeholderData: keepPreviousData,
    enabled,
    ...(everyMs === undefined ? {} : { refetchInterval: unlessRefused(everyMs) }),
    ...(isSame === undefined ? {} : { structuralSharing: keepSame(isSame) }),
    ...(isRecorded ? { refetchOnWindowFocus: false, refetchOnReconnect: false } : {}),
    ...(isSetting ? { staleTime: settingStaleMs, meta: { isSetting } } : {}),
  })
}

/** Another reading would take a page that says what was refused away, and draw it anew. */
export function unlessRefused(everyMs: number) {
  return ({ state: { data, error } }: { readonly state: QueryEnd }): number | false =>
    data === undefined && error !== null && isRefusedForGood(error) ? false : everyMs
}

interface QueryEnd {
  readonly data: unknown
  readonly error: ApiRefusal | null
}

/** Whether a query with this meta was made with `isSetting`. */
export function isOfSetting(meta: QueryMeta | undefined): boolean {
  return meta?.isSetting === true
}

function keyOf(path: string, query: Query = {}) {
  return [path, query] as const
}

/** Keeps an answer as what GET `path` would return now; a reading that is on its way is dropped. */
export function useKeepAnswer(): (path: string, answer: unknown) => void {
  const queries = useQueryClient()
  return (path, answer) => {
    const queryKey = keyOf(path)
    void queries.cancelQueries({ queryKey, exact: true })
    queries.setQueryData(queryKey, answer)
  }
}

function keepSame<Answer>(isSame: (before: Answer, after: Answer) => boolean) {
  return (before: unknown, after: unknown) =>
    before !== undefined && isSame(before as Answer, after as Answer) ? before : after
}

export interface ListPage<Item> {
  readonly items: readonly Item[]
  readonly next_cursor: string | null
}

export interface List<Item> {
  readonly read: UseQueryResult<ListPage<Item>, ApiRefusal>
  readonly items: readonly Item[]
  readonly paging: Paging
}

/** One page of a list; the page's address holds the cursor. */
export function useList<Item>(
  path: string,
  query: Query = {},
  options: Pick<ReadOptions, 'isRecorded' | 'everyMs' | 'enabled'> = {},
): List<Item> {
  const paging = usePaging()
  const read = useRead<ListPage<Item>>(path, {
    query: { ...query, limit: 25, cursor: paging.cursor },
    ...options,
  })
  const next = read.data?.next_cursor ?? undefined
  return { read, items: read.data?.items ?? [], paging: { ...paging, nextCursor: next } }
}

interface ChangeOptions {
  /** Paths to read again after the change, which ends with them. */
  readonly touches?: readonly string[]
  /**
   * The path whose GET returns what the change answers: the page does not wait for the touched paths
   * then. Changes of the same path are sent one after the other, so the last answer is the newest.
   */
  readonly answers?: string
  /**
   * A dialog may be closed while it runs: for searches and changes that the page makes by itself.
   */
  readonly mayBeLeft?: boolean
}

/**
 * A request that changes something. Where the server wants a fresh proof, the user is asked for it
 * and the request repeated.
 */
export function useChange<Input, Answer = unknown>(
  request: (input: Input) => Ask & { readonly path: string },
  { touches = [], answers, mayBeLeft = false }: ChangeOptions = {},
): UseMutationResult<Answer, ApiRefusal, Input> {
  const api = useApi()
  const queries = useQueryClient()
  const keep = useKeepAnswer()
  return useMutation<Answer, ApiRefusal, Input>({
    mutationFn(input) {
      const { path, ...ask } = request(input)
      return api.ask<Answer>(path, ask)
    },
    onSuccess(answer) {
      if (answers !== undefined) keep(answers, answer)
      const read = Promise.all(touches.map((path) => readAgain(path)))
      return answers === undefined ? read : undefined
    },
    meta: { holdsDialogs: !mayBeLeft },
    ...(answers === undefined ? {} : { scope: { id: answers } }),
  })

  /** Matches the path itself and all paths below it, except settings and the answer that is kept. */
  function readAgain(path: string) {
    return queries.invalidateQueries({
      predicate({ queryKey: [key], meta }) {
        if (typeof key !== 'string' || key === answers || isOfSetting(meta)) return false
        return key === path || key.startsWith(`${path}/`)
      },
    })
  }
}

interface Sending {
  /** Whether a change is in flight: dialogs stay open until its outcome is known. */
  readonly isSending: boolean
  /** The same at the moment of the call, for key presses between two renders. */
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
