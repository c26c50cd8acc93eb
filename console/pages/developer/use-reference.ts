// Reads the OpenAPI document from this appliance; needs neither key nor session.

import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ApiRefusal, readRefusal, unreachable } from '../../api/refusal.ts'
import type { OpenApiDocument } from './reference/openapi-document.ts'
import { type OperationGroup, readGroups } from './reference/read-reference.ts'

export interface Reference {
  readonly document: OpenApiDocument
  readonly groups: readonly OperationGroup[]
}

const address = '/v1/openapi.json'

export function useReference(): UseQueryResult<Reference, ApiRefusal> {
  return useQuery<Reference, ApiRefusal>({
    queryKey: [address],
    async queryFn({ signal }) {
      const response = await fetch(address, { credentials: 'omit', signal }).catch(
        (error: unknown) => {
          throw signal.aborted ? error : unreachable(true)
        },
      )
      if (!response.ok) throw await readRefusal(response, true)
      const document = (await response.json()) as OpenApiDocument
      return { document, groups: readGroups(document) }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}
