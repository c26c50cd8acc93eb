// A pool of keep-alive connections with one TLS identity, all opened by the guarded connector.

import type { SecureContext } from 'node:tls'
import type { Agent } from 'undici'
import { type ConnectNeeds, guardedConnector } from './guarded-connect.ts'
import { prepareUndici, undici } from './undici.ts'

export interface GuardedAgent {
  readonly agent: Agent
  /** Aborts requests in progress and closes all connections. */
  destroy(): Promise<void>
}

/** Upper limit for a Keep-Alive timeout that the server asks for. */
const keepAliveMsMax = 60_000

interface AgentLimits {
  /**
   * To one host and port, beyond which requests wait. Without it a request opens a connection whenever it finds none
   * that is free at this moment.
   */
  readonly connectionsMax?: number
  /** Of the body of one response; beyond them the connection is closed. */
  readonly responseBytesMax?: number
}

export function openGuardedAgent(
  needs: ConnectNeeds,
  context: SecureContext,
  { connectionsMax, responseBytesMax = -1 }: AgentLimits = {},
): GuardedAgent {
  const connector = guardedConnector(needs, context)
  const agent = new (undici().Agent)({
    connect: connector.connect,
    connections: connectionsMax ?? null,
    maxResponseSize: responseBytesMax,
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

export interface LaterAgent {
  agent(): Promise<Agent>
  destroy(): Promise<void>
}

/** Loads the HTTP client part by part and opens the agent when it is first asked for. */
export function openWhenCalled(open: () => GuardedAgent): LaterAgent {
  let opened: GuardedAgent | undefined
  let isDestroyed = false
  return {
    async agent() {
      if (opened === undefined) await prepareUndici()
      opened ??= open()
      // A destroyed agent refuses every request.
      if (isDestroyed) void opened.destroy()
      return opened.agent
    },
    async destroy() {
      isDestroyed = true
      await opened?.destroy()
    },
  }
}
