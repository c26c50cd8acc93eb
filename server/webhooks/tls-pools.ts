// Keep-alive connections to receivers, kept apart by who we say we are: a connection on which one client's
// certificate was shown never carries another client's events. Within one identity undici keeps them
// apart by scheme, host and port.

import { createHash, X509Certificate } from 'node:crypto'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { Agent, type Dispatcher } from 'undici'
import type { Cancel } from '../kernel/clock.ts'
import type { ClientCertificate } from './client-certificate.ts'
import { type ConnectNeeds, type GuardedConnector, guardedConnector } from './guarded-connect.ts'

export interface TlsPools {
  /** Undefined where no TLS can be spoken with what was given. */
  agentFor(client: ClientCertificate | undefined): Dispatcher | undefined
  close(): Promise<void>
}

export interface PoolNeeds extends ConnectNeeds {
  /** Certificate authorities, PEM, believed besides Node's own. */
  readonly extraCa: string | undefined
}

interface Pool {
  readonly agent: Agent
  readonly connector: GuardedConnector
  cancelIdle: Cancel
}

const idleMsMax = 120_000
/** Receivers may ask to keep a connection for longer than their own silence suggests, but not for ever. */
const keepAliveMsMax = 60_000
const anonymous = ''

/** @throws Error when `extraCa` holds something else than certificates */
export function openTlsPools(needs: PoolNeeds): TlsPools {
  const pools = new Map<string, Pool>()
  // OpenSSL passes over what it cannot read, and every delivery to that receiver would fail for it.
  if (needs.extraCa !== undefined) assertCertificates(needs.extraCa)
  const nameless = open(anonymous, secureContext(needs.extraCa))
  let isClosed = false

  function open(identity: string, context: SecureContext): Pool {
    const connector = guardedConnector(needs, context)
    const pool: Pool = { agent: createAgent(connector), connector, cancelIdle: () => {} }
    pools.set(identity, pool)
    return pool
  }

  function poolOf(client: ClientCertificate): Agent {
    const identity = fingerprintOf(client)
    const pool = pools.get(identity) ?? open(identity, secureContext(needs.extraCa, client))
    pool.cancelIdle()
    pool.cancelIdle = needs.clock.after(idleMsMax, () => {
      pools.delete(identity)
      void pool.agent.close()
    })
    return pool.agent
  }

  return {
    agentFor(client) {
      // Once closed, this one refuses whatever it is given, and no other must be opened.
      if (client === undefined || isClosed) return nameless.agent
      try {
        return poolOf(client)
      } catch {
        return undefined
      }
    },
    async close() {
      isClosed = true
      const open = [...pools.values()]
      // The agents first: what waits for a connection then hears that we are closing.
      const ends = open.map(({ agent }) => agent.destroy())
      for (const { connector, cancelIdle } of open) {
        cancelIdle()
        connector.close()
      }
      await Promise.all(ends)
    },
  }
}

function createAgent(connector: GuardedConnector): Agent {
  return new Agent({
    connect: connector.connect,
    allowH2: false,
    keepAliveMaxTimeout: keepAliveMsMax,
    // The total deadline rules; undici's own limits start anew with every byte.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}

/** Built once an identity: reading the list of authorities takes longer than a handshake. */
function secureContext(extraCa: string | undefined, client?: ClientCertificate): SecureContext {
  return createSecureContext({
    minVersion: 'TLSv1.2',
    // Naming `ca` replaces Node's own list, so that list has to be named too.
    ...(extraCa === undefined ? {} : { ca: [...getCACertificates('default'), extraCa] }),
    ...(client === undefined ? {} : { cert: client.certificate, key: client.privateKey }),
  })
}

function assertCertificates(pem: string): void {
  const blocks = pem.split(/(?=-----BEGIN )/).filter((block) => block.startsWith('-----BEGIN '))
  const isCertificate = (block: string) => {
    try {
      return new X509Certificate(block).raw.length > 0
    } catch {
      return false
    }
  }
  if (blocks.length > 0 && blocks.every(isCertificate)) return
  throw new Error(
    'SVC_WEBHOOK_CA_FILE must hold certificates in PEM form (-----BEGIN CERTIFICATE-----) and nothing else',
  )
}

function fingerprintOf({ certificate, privateKey }: ClientCertificate): string {
  return createHash('sha256').update(certificate).update('\0').update(privateKey).digest('base64')
}
