// The signed-in user, the stage of the sign-in and the user's permissions. The server enforces
// permissions on every request; this only decides what to show.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Environment } from '../../server/kernel/environment.ts'
import { readableEnvironments } from '../../server/users/readable-environments.ts'
import type { Permission } from '../../server/users/role.ts'
import type { SignedInJson } from '../../server/users/user-json.ts'
import { useApi } from './api-context.tsx'
import { type ApiRefusal, isRefusedWith } from './refusal.ts'
import { type KeptMe, meKey } from './session-memory.ts'

type SessionState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'unknown'; readonly error: ApiRefusal }
  /** It has ended where the user may still sign in again to the page that is kept for them. */
  | { readonly kind: 'out'; readonly hasEnded: boolean }
  | { readonly kind: 'in'; readonly me: SignedInJson }

export function useSession(): SessionState {
  const api = useApi()
  const queries = useQueryClient()
  const { data, error } = useQuery<KeptMe, ApiRefusal>({
    queryKey: meKey,
    async queryFn({ signal }) {
      try {
        return await api.ask<SignedInJson>('/me', { signal })
      } catch (error) {
        if (!isRefusedWith(error, 'unauthenticated')) throw error
        return queries.getQueryData<KeptMe>(meKey) ? 'ended' : null
      }
    },
    staleTime: 60_000,
    refetchOnWindowFocus: 'always',
  })
  if (data === null || data === 'ended') return { kind: 'out', hasEnded: data !== null }
  if (data !== undefined) return { kind: 'in', me: data }
  return error === null ? { kind: 'reading' } : { kind: 'unknown', error }
}

/**
 * The signed-in user for all pages behind the sign-in. Provided from above, so that a session that
 * ends during rendering does not show parts for different users.
 */
export const MeContext = createContext<SignedInJson | undefined>(undefined)

/** For pages behind the sign-in. @throws Error elsewhere */
export function useMe(): SignedInJson {
  const me = useContext(MeContext)
  if (me === undefined) throw new Error('nobody is signed in')
  return me
}

export function useMay(): (permission: Permission) => boolean {
  const { permissions } = useMe()
  return (permission) => permissions.includes(permission)
}

/** The environments whose verifications the user may see. */
export function useReadableEnvironments(): readonly Environment[] {
  return readableEnvironments(useMay())
}

/** For the sign-in pages: stores the session that the sign-in returned. */
export function useKeepSession(): (me: SignedInJson | null) => void {
  const queries = useQueryClient()
  return (me) => {
    if (me === null) queries.clear()
    queries.setQueryData(meKey, me)
  }
}
