// A pool of keep-alive connections with one TLS identity, all opened by the guarded connector.

import type { SecureContext } from 'node:tls'
import type { Agent } from 'undici'
import { type ConnectNeeds, guardedConnector } from './guarded-connect.ts'
import { undici } from './undici.ts'

export interface GuardedAgent {
  readonly agent: Agent
  /** Aborts requests in progress and closes all connections. */
  destroy(): Promise<void>
}

/** Upper limit for a Keep-Alive timeout that the server asks for. */
const keepAliveMsMax = 60_000

export function openGuardedAgent(needs: ConnectNeeds, context: SecureContext): GuardedAgent {
  const connector = guardedConnector(needs, context)
  const agent = new (undici().Agent)({
    connect: connector.connect,
    allowH2: false,
    keepAliveMaxTimeout: keepAliveMsMax,
    // The caller's total deadline applies; undici's own timeouts restart with every byte.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return {
    agent,
    async destroy() {
      // The agent first, so that requests waiting for a connection fail because it is closing.
      const ended = agent.destroy()
      connector.close()
      await ended
    },
  }
}
