// Provides the API client and the query cache to all pages.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { type ApiClient, createApiClient } from './api-client.ts'
import { watchAttendance } from './attendance.ts'
import { createQuestion, type Question } from './question.ts'
import { ApiRefusal } from './refusal.ts'
import { forgetSession, meKey } from './session-memory.ts'

interface Api {
  readonly client: ApiClient
  readonly proofRequest: Question
  readonly signInRequest: SignInRequest
}

interface SignInRequest extends Question {
  /** Whether a page is kept for a user who may sign in again. */
  isPossible: boolean
  /** Whether that user is away: their session has ended, or signing in again is half done. */
  isAway: boolean
}

const ApiContext = createContext<Api | undefined>(undefined)

export function ApiProvider({ children }: { readonly children: ReactNode }) {
  const [queries] = useState(createQueryClient)
  const [api] = useState(() => createApi(queries))
  return (
    <QueryClientProvider client={queries}>
      <ApiContext.Provider value={api}>{children}</ApiContext.Provider>
    </QueryClientProvider>
  )
}

export function useApi(): ApiClient {
  return useApiContext().client
}

/** The pending request for a fresh proof, for the dialog that asks for it. */
export function useProofRequest(): Question {
  return useApiContext().proofRequest
}

/** The pending request for a new sign-in, for the page that is kept meanwhile and what it would ask by itself. */
export function useSignInRequest(): SignInRequest {
  return useApiContext().signInRequest
}

function createApi(queries: QueryClient): Api {
  const proofRequest = createQuestion()
  const signInRequest = { ...createQuestion(), isPossible: false, isAway: false }
  const client = createApiClient({
    isAttended: watchAttendance(),
    isAway: () => signInRequest.isAway,
    onSignedOut() {
      if (signInRequest.isPossible) queries.setQueryData(meKey, 'ended')
      else forgetSession(queries)
    },
    onOtherUser: (me) => queries.setQueryData(meKey, me),
    async onSignInWanted() {
      if (!signInRequest.isPossible) return false
      // Of a sign-in that is half done, maybe in another tab, this page may not know yet.
      void queries.invalidateQueries({ queryKey: meKey })
      return signInRequest.ask()
    },
    onProofWanted: () => proofRequest.ask(),
  })
  return { client, proofRequest, signInRequest }
}

/**
 * Retries only requests that never reached the server, not refusals. Requests are sent even while
 * the browser believes itself offline, so that an unreachable appliance is shown at once and no
 * write is sent later by itself.
 */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      mutations: { networkMode: 'always', retry: false },
      queries: {
        networkMode: 'always',
        staleTime: 15_000,
        retry: (failures, error) =>
          failures < 2 && error instanceof ApiRefusal && [0, 503].includes(error.parts.status),
      },
    },
  })
}

function useApiContext(): Api {
  const api = useContext(ApiContext)
  if (api === undefined) throw new Error('no ApiProvider above')
  return api
}
