// Dials a service that the settings name, as far as TLS, and sends nothing: for an operator who asks why it
// cannot be reached. Each step is told with the time it took.

import { once } from 'node:events'
import { isIP, connect as openSocket, type Socket } from 'node:net'
import {
  type ConnectionOptions,
  getCACertificates,
  connect as openTls,
  type TLSSocket,
} from 'node:tls'
import { destinationOf } from '../egress/destination.ts'
import type { ServiceGuard } from '../egress/guard-service.ts'
import type { Clock } from '../kernel/clock.ts'
import { startDeadline } from '../providers/deadline.ts'

export interface Destination {
  readonly url: URL
  /** As the server connects: it judges the addresses of the host before any is dialled. */
  readonly guard: Pick<ServiceGuard, 'policy' | 'resolver'>
  /** Certificate authorities, PEM, believed besides Node's own. */
  readonly extraCa: string | undefined
  /** Shown where it asks who we are. */
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
      /** Node's own, such as `ENOTFOUND`; `ETIMEDOUT` where the time was over, `ADDRESS_FORBIDDEN`. */
      readonly code: string
      /** Of the step that failed. */
      readonly durationMs: number
    }

export interface TlsSeen {
  /** Such as `TLSv1.3`. */
  readonly protocol: string
  /** Who made out the certificate. */
  readonly issuer: string
  readonly validUntil: number
  readonly durationMs: number
}

export interface TrialLimits {
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly clock: Clock
}

/** Never throws for the world's troubles. `timeoutMs` holds for all of it. */
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
    socket = guarded(openSocket({ host: address, port: portOf(url) }))
    await once(socket, 'connect', { signal: deadline.signal })
    const connectMs = next('tls')
    if (url.protocol === 'http:') {
      return { kind: 'connected', address, nameMs, connectMs, tls: undefined }
    }
    const secured = guarded(openTls({ socket, ...tlsOptions(destination) }))
    socket = secured
    await once(secured, 'secureConnect', { signal: deadline.signal })
    const tls = { ...seenOf(secured), durationMs: elapsed() }
    return { kind: 'connected', address, nameMs, connectMs, tls }
  } catch (error) {
    const code = deadline.expired() ? 'ETIMEDOUT' : codeOf(error)
    return { kind: 'failed', step, code, durationMs: elapsed() }
  } finally {
    deadline.clear()
    socket?.destroy()
  }
}

/** The first that the host leads to, once all of them may be called. */
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
    // Said outright, because Node lets an environment variable turn it off.
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    // An address is no server name (RFC 6066, 3); the certificate is held against the host all the same.
    servername: isIP(host) > 0 ? '' : host,
    ...(extraCa === undefined ? {} : { ca: [...getCACertificates('default'), extraCa] }),
    ...clientCertificate,
  }
}

/** What goes wrong after the step that waits for it is of no interest, and must not end the program. */
function guarded<Kind extends Socket>(socket: Kind): Kind {
  socket.on('error', () => {})
  return socket
}

function seenOf(socket: TLSSocket): Omit<TlsSeen, 'durationMs'> {
  const { issuer, valid_to } = socket.getPeerCertificate()
  const names = [issuer?.O, issuer?.CN].flat().filter((name) => name !== undefined)
  return {
    protocol: socket.getProtocol() ?? 'unknown',
    issuer: names[0] ?? 'unknown',
    validUntil: Date.parse(valid_to),
  }
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : 'UNKNOWN'
}
