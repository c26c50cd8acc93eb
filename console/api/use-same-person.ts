// Checks whether the user who started long work is still signed in: work continues across pages,
// and another user may have signed in meanwhile.

import { useQueryClient } from '@tanstack/react-query'
import { type KeptMe, meKey } from './session-memory.ts'

/**
 * Call it when the work starts; call the returned function before each step and before the result
 * is handed over.
 */
export function useSamePerson(): () => () => boolean {
  const queries = useQueryClient()
  const whoIsIn = () => {
    const me = queries.getQueryData<KeptMe>(meKey)
    return me === 'ended' ? me : me?.user.id
  }
  return () => {
    const began = whoIsIn()
    return () => began !== undefined && [began, 'ended'].includes(whoIsIn() ?? '')
  }
}
