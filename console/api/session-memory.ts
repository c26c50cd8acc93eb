// What the page remembers of a session, and how it forgets it.

import type { QueryClient } from '@tanstack/react-query'

/** The key under which it is kept who is signed in. */
export const meKey = ['/me'] as const

/** The session is over: nothing that was read or sent in it stays, such as the text of a note. */
export function forgetSession(queries: QueryClient): void {
  queries.setQueryData(meKey, null)
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] })
  queries.getMutationCache().clear()
}
