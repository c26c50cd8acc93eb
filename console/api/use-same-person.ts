// Whether whoever began something is still the one who is signed in: long work goes on while other pages are
// looked at, and another may have sat down meanwhile.

import { useQueryClient } from '@tanstack/react-query'
import type { SignedInJson } from '../../server/users/user-json.ts'
import { meKey } from './session-memory.ts'

/** To be called when the work begins; what it returns, before each step and before anything is handed over. */
export function useSamePerson(): () => () => boolean {
  const queries = useQueryClient()
  const whoIsIn = () => queries.getQueryData<SignedInJson | null>(meKey)?.user.id
  return () => {
    const began = whoIsIn()
    return () => began !== undefined && whoIsIn() === began
  }
}
