// The query cache of a session, and how it is cleared.

import type { QueryClient } from '@tanstack/react-query'

/** Query key of the signed-in user. */
export const meKey = ['/me'] as const

/** Clears everything read or sent in the session, such as the text of a note. */
export function forgetSession(queries: QueryClient): void {
  queries.setQueryData(meKey, null)
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] })
  queries.getMutationCache().clear()
}
