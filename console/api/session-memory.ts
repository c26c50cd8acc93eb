// The query cache of a session, and how it is cleared.

import type { QueryClient } from '@tanstack/react-query'
import type { SignedInJson } from '../../server/users/user-json.ts'

/** Query key of the signed-in user. */
export const meKey = ['/me'] as const

/**
 * What is kept at `meKey`: null where nobody was signed in, or who was has left; 'ended' where they may sign in again.
 */
export type KeptMe = SignedInJson | 'ended' | null

/** Clears everything read or sent in the session, such as the text of a note. */
export function forgetSession(queries: QueryClient): void {
  queries.setQueryData<KeptMe>(meKey, null)
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] })
  queries.getMutationCache().clear()
}
