// Runs a search and navigates to its result. The text is sent in the request body, because it may
// be a document number.

import { useNavigate } from 'react-router'
import type { SearchJson } from '../../../server/console-api/search/search-json.ts'
import type { ApiRefusal } from '../../api/refusal.ts'
import { useChange } from '../../api/use-api.ts'
import { useEnvironment } from '../environment.tsx'
import { environmentOf, type SearchPlace, searchPlaceOf } from './search-target.ts'
import { useKeepSearchQuery } from './use-search-query.ts'

/** Address of the list that searches lead to. */
export const searchedPath = '/verifications'

interface Search {
  readonly isBusy: boolean
  readonly error: ApiRefusal | null
  /** Resolves to the kind of place it led to; undefined on failure, which `error` then holds. */
  go(text: string): Promise<SearchPlace['kind'] | undefined>
}

export function useSearch(): Search {
  const { environment: current } = useEnvironment()
  const keepSearchQuery = useKeepSearchQuery()
  const navigate = useNavigate()
  const search = useChange<string, SearchJson>(
    (q) => ({ path: '/search', method: 'POST', json: { q } }),
    { mayBeLeft: true },
  )

  function addressOf(place: Exclude<SearchPlace, { kind: 'verification' }>, text: string) {
    return place.kind === 'reference'
      ? { external_ref: text }
      : keepSearchQuery({ kind: place.kind, text })
  }

  return {
    isBusy: search.isPending,
    error: search.error,
    async go(text) {
      const found = await search.mutateAsync(text).catch(() => undefined)
      if (found === undefined) return undefined
      const place = searchPlaceOf(found)
      if (place.kind === 'verification') await navigate(`${searchedPath}/${place.id}`)
      else {
        // The list follows the environment in its address.
        const environment = environmentOf(found.items, current)
        const query = new URLSearchParams({ ...addressOf(place, text), environment })
        await navigate(`${searchedPath}?${query}`)
      }
      search.reset()
      return place.kind
    },
  }
}
