// Tests the connection to a configured service: resolves its name, connects and does the TLS handshake, without
// sending anything. Reports the duration of each step, so that operators see why a service cannot be reached.

import { once } from 'node:events'
import { isIP, connect as openSocket, type Socket } from 'node:net'
import {
  type ConnectionOptions,
  getCACertificates,
  connect as openTls,
  type TLSSocket,
} from 'node:tls'
import { startDeadline } from '../../egress/deadline.ts'
import { destinationOf } from '../../egress/destination.ts'
import type { ServiceGuard } from '../../egress/guard-service.ts'
import type { Clock } from '../../kernel/clock.ts'
import { codeOf } from '../../kernel/has-code.ts'

interface Destination {
  readonly url: URL
  /** Checks the addresses of the host before connecting, as for every call of the server. */
  readonly guard: Pick<ServiceGuard, 'policy' | 'resolver'>
  /** Certificate authorities, PEM, trusted in addition to Node's own. */
  readonly extraCa: string | undefined
  /** Presented if the service requires a client certificate. */
  readonly clientCertificate: { readonly cert: Buffer; readonly key: Buffer } | undefined
}

export type ConnectionTrial =
  | {
      readonly kind: 'connected'
      readonly address: string
      readonly nameMs: number
      readonly connectMs: number
      /** undefined over plain http. */
      readonly tls: TlsSeen | undefined
    }
  | {
      readonly kind: 'failed'
      readonly step: 'name' | 'connection' | 'tls'
      /** Node's error code, such as `ENOTFOUND`; `ETIMEDOUT` after the timeout; or `ADDRESS_FORBIDDEN`. */
      readonly code: string
      /** Duration of the failed step. */
      readonly durationMs: number
    }

interface TlsSeen {
  /** Such as `TLSv1.3`. */
  readonly protocol: string
  readonly issuer: string
  readonly validUntil: number
  readonly durationMs: number
}

interface TrialLimits {
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly clock: Clock
}

/** Network errors are returned, not thrown. `timeoutMs` covers all steps together. */
export async function tryConnection(
  destination: Destination,
  { timeoutMs, signal, clock }: TrialLimits,
): Promise<ConnectionTrial> {
  const deadline = startDeadline(signal, timeoutMs)
  let step: 'name' | 'connection' | 'tls' = 'name'
  let startedAt = clock.steadyMs()
  const elapsed = () => Math.round(clock.steadyMs() - startedAt)
  const next = (following: typeof step): number => {
    const took = elapsed()
    step = following
    startedAt = clock.steadyMs()
    return took
  }
  let socket: Socket | undefined
  try {
    const { url } = destination
    const address = await addressOf(destination, deadline.signal)
    const nameMs = next('connection')
    socket = ignoreErrors(openSocket({ host: address, port: portOf(url) }))
    await once(socket, 'connect', { signal: deadline.signal })
    const connectMs = next('tls')
    if (url.protocol === 'http:') {
      return { kind: 'connected', address, nameMs, connectMs, tls: undefined }
    }
    const secured = ignoreErrors(openTls({ socket, ...tlsOptions(destination) }))
    socket = secured
    await once(secured, 'secureConnect', { signal: deadline.signal })
    const tls = { ...describeTls(secured), durationMs: elapsed() }
    return { kind: 'connected', address, nameMs, connectMs, tls }
  } catch (error) {
    const code = deadline.expired() ? 'ETIMEDOUT' : codeOf(error) || 'UNKNOWN'
    return { kind: 'failed', step, code, durationMs: elapsed() }
  } finally {
    deadline.clear()
    socket?.destroy()
  }
}

/** Returns the host's first address, after checking that all its addresses are allowed. */
async function addressOf({ url, guard }: Destination, signal: AbortSignal): Promise<string> {
  const aborted = once(signal, 'abort').then(() => Promise.reject(signal.reason))
  const to = destinationOf(url)
  const addresses = await Promise.race([guard.resolver.resolve(to.host), aborted])
  const [first] = addresses
  if (first === undefined) throw failure('ENOTFOUND')
  if (guard.policy.judge(addresses, to) !== 'allowed') throw failure('ADDRESS_FORBIDDEN')
  return first
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code })
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port)
}

function tlsOptions({ url, extraCa, clientCertificate }: Destination): ConnectionOptions {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return {
    host,
    // Explicit, because otherwise an environment variable of Node can turn it off.
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    // An address is not a server name (RFC 6066, 3); the certificate is still checked against the host.
    servername: isIP(host) > 0 ? '' : host,
    ...(extraCa === undefined ? {} : { ca: [...getCACertificates('default'), extraCa] }),
    ...clientCertificate,
  }
}

/** Errors after the awaited step must not end the program. */
function ignoreErrors<Kind extends Socket>(socket: Kind): Kind {
  socket.on('error', () => {})
  return socket
}

function describeTls(socket: TLSSocket): Omit<TlsSeen, 'durationMs'> {
  const { issuer, valid_to } = socket.getPeerCertificate()
  const names = [issuer?.O, issuer?.CN].flat().filter((name) => name !== undefined)
  return {
    protocol: socket.getProtocol() ?? 'unknown',
    issuer: names[0] ?? 'unknown',
    validUntil: Date.parse(valid_to),
  }
}
