// `fetch` over guarded connections, for libraries that call a service through a `fetch` that they are given.

import type { HeadersInit } from 'undici'
import type { ServiceGuard } from './guard-service.ts'
import { openGuardedAgent, openWhenCalled } from './guarded-agent.ts'
import { type BelievedAuthorities, contextWhenNeeded } from './secure-context.ts'
import { undici } from './undici.ts'

export interface GuardedFetch {
  /** Follows no redirects, and asks for answers that are not compressed. */
  readonly fetch: typeof fetch
  /** Aborts requests in progress and closes all connections. */
  close(): Promise<void>
}

/** Four times what is asked of a service at once: the library reads every answer whole. */
const responseBytesMax = 64 * 1024 * 1024

/** @param connectTimeoutMs for DNS, TCP and TLS together */
export function openGuardedFetch(
  guard: ServiceGuard,
  authorities: BelievedAuthorities,
  connectTimeoutMs: number,
): GuardedFetch {
  const context = contextWhenNeeded(authorities)
  const { agent, destroy } = openWhenCalled(() =>
    openGuardedAgent({ ...guard, timeoutMs: connectTimeoutMs }, context(), { responseBytesMax }),
  )
  const guarded = async (input: unknown, init: { readonly headers?: HeadersInit } = {}) => {
    const dispatcher = await agent()
    const headers = new (undici().Headers)(init.headers)
    headers.set('Accept-Encoding', 'identity')
    return undici().fetch(String(input), { ...init, headers, redirect: 'manual', dispatcher })
  }
  return { fetch: guarded as unknown as typeof fetch, close: destroy }
}
