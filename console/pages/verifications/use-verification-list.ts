// One page of the list: of a filter, or of a document number that was searched for. Whoever comes back from
// a verification gets the page as it was left, even when newer ones have come before it since.

import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type {
  VerificationPageJson,
  VerificationRowJson,
} from '../../../server/console-api/verifications/verification-list-json.ts'
import { useApi } from '../../api/api-context.tsx'
import type { Refusal } from '../../api/refusal.ts'
import { type List, useRead } from '../../api/use-api.ts'
import { usePaging } from '../../api/use-paging.ts'
import type { Environment } from '../../frame/environment.tsx'
import { useKeptRow } from '../../frame/lists/use-kept-row.ts'

const path = '/verifications'
const rowsAPage = 25

export type VerificationList = List<VerificationRowJson>

/** @param asked What the server is asked, the environment with it. */
export function useVerificationList(asked: Readonly<Record<string, string>>): VerificationList {
  const paging = usePaging()
  const kept = useKeptRow()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const isKept = paging.isFirst && kept !== undefined
  const query = {
    ...asked,
    limit: rowsAPage,
    cursor: paging.cursor,
    ...(isKept ? { at: kept.firstId } : {}),
  }
  const read = useRead<VerificationPageJson>(path, { query })
  useSameRows(query, read)

  /** Read anew, in another entry of the history: in this one a row was left. */
  async function showNewest(): Promise<void> {
    await queries.invalidateQueries({ queryKey: [path], refetchType: 'none' })
    await navigate({ search: parameters.toString() })
  }

  return {
    read,
    items: read.data?.items ?? [],
    paging: {
      ...paging,
      nextCursor: read.data?.next_cursor ?? undefined,
      isFirst: paging.isFirst && !isKept,
      goBack: () => (isKept ? showNewest() : paging.goBack()),
    },
  }
}

/** The page that begins with a row is there at once, as it was when that row was its first. */
function useSameRows(
  query: Readonly<Record<string, unknown>>,
  { data, isPlaceholderData }: UseQueryResult<VerificationPageJson, Refusal>,
): void {
  const queries = useQueryClient()
  useEffect(() => {
    const [first] = data?.items ?? []
    if (first === undefined || isPlaceholderData || query.cursor !== undefined || 'at' in query) {
      return
    }
    queries.setQueryData([path, { ...query, at: first.id }], data)
  })
}

/** Asked anew only for another page: each time is written into the audit log. */
export function useNumberList(
  { token, number }: { readonly token: string; readonly number: string },
  environment: Environment,
): VerificationList {
  const api = useApi()
  const paging = usePaging()
  const { cursor } = paging
  const read = useQuery<VerificationPageJson, Refusal>({
    queryKey: [`${path}/find`, { token, environment, cursor }],
    queryFn: ({ signal }) =>
      api.ask<VerificationPageJson>(`${path}/find`, {
        method: 'POST',
        json: { id_number: number, environment, cursor },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const nextCursor = read.data?.next_cursor ?? undefined
  return { read, items: read.data?.items ?? [], paging: { ...paging, nextCursor } }
}
