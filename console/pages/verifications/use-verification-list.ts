// One page of the list, by filter or by document number. Returning from a verification shows the
// page as it was left, even if newer ones have arrived.

import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type {
  VerificationPageJson,
  VerificationRowJson,
} from '../../../server/console-api/verifications/verification-list-json.ts'
import type { Environment } from '../../../server/kernel/environment.ts'
import { useApi } from '../../api/api-context.tsx'
import type { ApiRefusal } from '../../api/refusal.ts'
import { type List, useRead } from '../../api/use-api.ts'
import { usePaging } from '../../api/use-paging.ts'
import { addressParameters } from '../../frame/address-parameters.ts'
import { useOpenedRow } from '../../frame/lists/use-opened-row.ts'
import type { SearchQuery } from '../../frame/search-box/use-search-query.ts'

const path = '/verifications'
const rowsAPage = 25

export type VerificationList = List<VerificationRowJson>

/** @param asked The server's parameters, with the environment. */
export function useVerificationList(asked: Readonly<Record<string, string>>): VerificationList {
  const paging = usePaging()
  const kept = useOpenedRow()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const isKept = paging.isFirst && kept !== undefined
  const query = {
    ...asked,
    limit: rowsAPage,
    cursor: paging.cursor,
    ...(isKept ? { at: kept.firstId } : {}),
  }
  const read = useRead<VerificationPageJson>(path, { query })
  useSameRows(query, read)

  /** In a new history entry, because the current one remembers the opened row. */
  async function showNewest(): Promise<void> {
    await queries.invalidateQueries({ queryKey: [path], refetchType: 'none' })
    await navigate({ search: addressParameters().toString() })
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

/** The page that starts with the remembered row, from the cache. */
function useSameRows(
  query: Readonly<Record<string, unknown>>,
  { data, isPlaceholderData }: UseQueryResult<VerificationPageJson, ApiRefusal>,
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

/** Not read again without need, because each search is recorded in the audit log. */
export function useNumberList(
  { kind, token, text }: Extract<SearchQuery, { readonly token: string }>,
  environment: Environment,
): VerificationList {
  const api = useApi()
  const paging = usePaging()
  const { cursor } = paging
  const read = useQuery<VerificationPageJson, ApiRefusal>({
    queryKey: [`${path}/find`, { token, environment, cursor }],
    queryFn: ({ signal }) =>
      api.ask<VerificationPageJson>(`${path}/find`, {
        method: 'POST',
        json: { [kind === 'name' ? 'name' : 'id_number']: text, environment, cursor },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const nextCursor = read.data?.next_cursor ?? undefined
  return { read, items: read.data?.items ?? [], paging: { ...paging, nextCursor } }
}
