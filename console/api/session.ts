// Who is signed in, how far the sign-in has come, and what they may do. The server decides all of it anew with
// every request; this only says what is worth showing.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { SignedInJson } from '../../server/users/user-json.ts'
import { useApi } from './api-context.tsx'
import { hasCode, type Refusal } from './refusal.ts'
import { meKey } from './session-memory.ts'

export type Permission = SignedInJson['permissions'][number]

export type SessionState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'unknown'; readonly error: Refusal }
  | { readonly kind: 'out' }
  | { readonly kind: 'in'; readonly me: SignedInJson }

export function useSession(): SessionState {
  const api = useApi()
  const { data, error } = useQuery<SignedInJson | null, Refusal>({
    queryKey: meKey,
    async queryFn({ signal }) {
      try {
        return await api.ask<SignedInJson>('/me', { signal })
      } catch (error) {
        if (hasCode(error, 'unauthenticated')) return null
        throw error
      }
    },
    staleTime: 60_000,
    refetchOnWindowFocus: 'always',
  })
  if (data === null) return { kind: 'out' }
  if (data !== undefined) return { kind: 'in', me: data }
  return error === null ? { kind: 'reading' } : { kind: 'unknown', error }
}

/**
 * Whom everything behind the sign-in is drawn for. Given from above, so that all of it tells of the same person:
 * a session may end while a part of the page is being drawn and the rest has yet to be.
 */
export const MeContext = createContext<SignedInJson | undefined>(undefined)

/** Of pages that stand behind the sign-in. @throws Error elsewhere */
export function useMe(): SignedInJson {
  const me = useContext(MeContext)
  if (me === undefined) throw new Error('nobody is signed in')
  return me
}

export function useMay(): (permission: Permission) => boolean {
  const { permissions } = useMe()
  return (permission) => permissions.includes(permission)
}

/** For the pages that sign in: tells all others where that stands. */
export function useKeepSession(): (me: SignedInJson | null) => void {
  const queries = useQueryClient()
  return (me) => {
    if (me === null) queries.clear()
    queries.setQueryData(meKey, me)
  }
}
