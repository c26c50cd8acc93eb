// Keep-alive connections to webhook receivers, one pool per client certificate: a connection that presented one
// client's certificate never carries another client's events. Within a pool undici separates connections by
// scheme, host and port.

import { createHash } from 'node:crypto'
import type { SecureContext } from 'node:tls'
import type { Dispatcher } from 'undici'
import type { Cancel } from '../kernel/clock.ts'
import { type GuardedAgent, openGuardedAgent } from './guarded-agent.ts'
import type { ConnectNeeds } from './guarded-connect.ts'
import {
  type BelievedAuthorities,
  contextWhenNeeded,
  secureContext,
  type TlsIdentity,
} from './secure-context.ts'

interface TlsPools {
  /** Returns undefined if the certificate and key do not work. */
  agentFor(client: TlsIdentity | undefined): Dispatcher | undefined
  close(): Promise<void>
}

interface PoolNeeds extends ConnectNeeds, BelievedAuthorities {
  /** Of one pool, to one host and port. */
  readonly connectionsMax: number
}

interface Pool extends GuardedAgent {
  cancelIdle: Cancel
}

const idleMsMax = 120_000
const anonymous = ''

/** @throws Error when `extraCa` holds something else than certificates */
export function openTlsPools(needs: PoolNeeds): TlsPools {
  const pools = new Map<string, Pool>()
  const anonymousContext = contextWhenNeeded(needs)
  let isClosed = false

  function open(identity: string, context: SecureContext): Pool {
    const pool: Pool = {
      ...openGuardedAgent(needs, context, { connectionsMax: needs.connectionsMax }),
      cancelIdle: () => {},
    }
    pools.set(identity, pool)
    return pool
  }

  function anonymousAgent(): Dispatcher {
    const pool = pools.get(anonymous) ?? open(anonymous, anonymousContext())
    if (isClosed) void pool.destroy()
    return pool.agent
  }

  function poolOf(client: TlsIdentity): Dispatcher {
    const identity = fingerprintOf(client)
    const pool = pools.get(identity) ?? open(identity, secureContext(needs, client))
    pool.cancelIdle()
    pool.cancelIdle = needs.clock.after(idleMsMax, () => {
      pools.delete(identity)
      void pool.agent.close()
    })
    return pool.agent
  }

  return {
    agentFor(client) {
      // A closed agent refuses every request, and no new pool may be opened after closing.
      if (client === undefined || isClosed) return anonymousAgent()
      try {
        return poolOf(client)
      } catch {
        return undefined
      }
    },
    async close() {
      isClosed = true
      const open = [...pools.values()]
      for (const { cancelIdle } of open) cancelIdle()
      await Promise.all(open.map((pool) => pool.destroy()))
    },
  }
}

function fingerprintOf({ cert, key }: TlsIdentity): string {
  return createHash('sha256').update(cert).update('\0').update(key).digest('base64')
}
