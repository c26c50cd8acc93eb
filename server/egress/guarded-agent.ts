// Kept connections of one identity towards the outside, each of them opened by the guarded connector.

import type { SecureContext } from 'node:tls'
import { Agent } from 'undici'
import { type ConnectNeeds, guardedConnector } from './guarded-connect.ts'

export interface GuardedAgent {
  readonly agent: Agent
  /** Breaks off what is under way and closes the kept connections. */
  destroy(): Promise<void>
}

/** The other end may ask to keep a connection for longer than its silence suggests, but not for ever. */
const keepAliveMsMax = 60_000

export function openGuardedAgent(needs: ConnectNeeds, context: SecureContext): GuardedAgent {
  const connector = guardedConnector(needs, context)
  const agent = new Agent({
    connect: connector.connect,
    allowH2: false,
    keepAliveMaxTimeout: keepAliveMsMax,
    // The total deadline rules; undici's own limits start anew with every byte.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return {
    agent,
    async destroy() {
      // The agent first: what waits for a connection then hears that we are closing.
      const ended = agent.destroy()
      connector.close()
      await ended
    },
  }
}
