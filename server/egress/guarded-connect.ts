// Opens every outgoing connection: resolves the host, checks all its addresses against the policy, and connects to
// one of the checked addresses. The name is not looked up again, so DNS rebinding cannot change the address.

import { isIP, connect as netConnect, type Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { buildConnector } from 'undici'
import type { Clock } from '../kernel/clock.ts'
import { type Destination, destinationOf } from './destination.ts'
import type { HostResolver } from './resolve-host.ts'
import type { TargetPolicy } from './target-policy.ts'
import { undici } from './undici.ts'

export interface ConnectNeeds {
  readonly policy: Pick<TargetPolicy, 'judge'>
  readonly resolver: HostResolver
  readonly clock: Clock
  /** For one connection: DNS, TCP and TLS together. */
  readonly timeoutMs: number
}

interface GuardedConnector {
  /** The connector that undici calls for each new connection. */
  readonly connect: buildConnector.connector
  /** Aborts connections that are still being opened. */
  close(): void
}

/** `aborted`: the connector was closed. */
type ConnectError =
  | 'timeout'
  | 'dns_failed'
  | 'address_forbidden'
  | 'connection_failed'
  | 'tls_failed'
  | 'aborted'

/** Why a connection failed. It has no system error text, which would quote addresses. */
export class ConnectFailure extends Error {
  readonly reason: ConnectError
  /** What the system or TLS calls it, such as ECONNREFUSED or CERT_HAS_EXPIRED; undefined if it says nothing. */
  readonly systemCode: string | undefined

  constructor(reason: ConnectError, cause?: unknown) {
    super(reason)
    this.name = 'ConnectFailure'
    this.reason = reason
    this.systemCode = codeWordOf(cause)
  }
}

/** Only a code that can quote nothing. */
function codeWordOf(cause: unknown): string | undefined {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,63}$/.test(code) ? code : undefined
}

/** Limits how many addresses share the time limit, so that each gets enough of it. */
const addressesTriedMax = 4

/** @param context trusted authorities and client certificate for https */
export function guardedConnector(needs: ConnectNeeds, context: SecureContext): GuardedConnector {
  const pending = new Set<Socket>()
  let isClosed = false
  const secure = undici().buildConnector({
    secureContext: context,
    // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED could turn it off otherwise.
    rejectUnauthorized: true,
    allowH2: false,
    timeout: 0,
  })

  async function open(options: buildConnector.Options): Promise<Socket> {
    const endMs = needs.clock.steadyMs() + needs.timeoutMs
    const destination = destinationOf(options)
    const addresses = await checkedAddresses(needs, destination)
    const attempt = { clock: needs.clock, endMs, pending, isClosed: () => isClosed }
    const socket = await connectToFirst(addresses, destination.port, attempt)
    if (destination.scheme === 'http') return withSocketOptions(socket)
    return encrypt(secure, { ...options, httpSocket: socket }, attempt)
  }

  return {
    connect(options, callback) {
      open(options).then(
        (socket) => callback(null, socket),
        (error) => callback(error instanceof Error ? error : new Error(String(error)), null),
      )
    },
    close() {
      isClosed = true
      for (const socket of pending) socket.destroy()
    },
  }
}

/** Returns all addresses of the host if every one of them is allowed. @throws ConnectFailure */
async function checkedAddresses(
  { policy, resolver }: ConnectNeeds,
  destination: Destination,
): Promise<readonly string[]> {
  const addresses = await resolver.resolve(destination.host)
  if (addresses.length === 0) throw new ConnectFailure('dns_failed')
  if (policy.judge(addresses, destination) !== 'allowed') {
    throw new ConnectFailure('address_forbidden')
  }
  return addresses
}

interface Attempt {
  readonly clock: Clock
  /** In time of the steady clock. */
  readonly endMs: number
  readonly pending: Set<Socket>
  readonly isClosed: () => boolean
}

/** Connects to the first address that accepts. @throws ConnectFailure of the last address tried */
async function connectToFirst(
  addresses: readonly string[],
  port: number,
  attempt: Attempt,
): Promise<Socket> {
  const tried = addresses.slice(0, addressesTriedMax)
  let failure = new ConnectFailure('connection_failed')
  for (const [index, address] of tried.entries()) {
    const shareMs = (attempt.endMs - attempt.clock.steadyMs()) / (tried.length - index)
    try {
      return await connectTo({ address, port }, shareMs, attempt)
    } catch (error) {
      if (!(error instanceof ConnectFailure)) throw error
      failure = error
    }
  }
  throw failure
}

function connectTo(
  { address, port }: { readonly address: string; readonly port: number },
  limitMs: number,
  { clock, pending, isClosed }: Attempt,
): Promise<Socket> {
  if (isClosed()) throw new ConnectFailure('aborted')
  // A host name would be looked up again, past the check.
  if (isIP(address) === 0) throw new Error('connectTo takes an IP address')
  const socket = netConnect({ host: address, port })
  pending.add(socket)
  return new Promise((resolve, reject) => {
    const cancel = clock.after(limitMs, () => fail('timeout'))
    function fail(reason: ConnectError, cause?: unknown): void {
      cancel()
      pending.delete(socket)
      socket.destroy()
      reject(new ConnectFailure(reason, cause))
    }
    // Never removed: an error while no one else listens on the socket would end the process.
    socket.on('error', (error) => fail('connection_failed', error))
    socket.once('close', () => fail('connection_failed'))
    socket.once('connect', () => {
      cancel()
      pending.delete(socket)
      resolve(socket)
    })
  })
}

/** Starts TLS. The certificate is checked against the host of the URL, not the address. */
function encrypt(
  secure: buildConnector.connector,
  options: buildConnector.Options & { readonly httpSocket: Socket },
  { clock, endMs, pending }: Attempt,
): Promise<Socket> {
  const { httpSocket, hostname } = options
  if (httpSocket.destroyed) throw new ConnectFailure('connection_failed')
  pending.add(httpSocket)
  return new Promise((resolve, reject) => {
    const cancel = clock.after(endMs - clock.steadyMs(), () => fail('timeout'))
    function fail(reason: ConnectError, cause?: unknown): void {
      cancel()
      pending.delete(httpSocket)
      httpSocket.destroy()
      reject(new ConnectFailure(reason, cause))
    }
    httpSocket.once('close', () => fail('tls_failed'))
    const servername = isIP(hostname) === 0 ? hostname : ''
    secure({ ...options, servername }, (error, socket) => {
      if (error !== null) return fail('tls_failed', error)
      cancel()
      pending.delete(httpSocket)
      resolve(socket)
    })
  })
}

function withSocketOptions(socket: Socket): Socket {
  if (socket.destroyed) throw new ConnectFailure('connection_failed')
  return socket.setNoDelay(true).setKeepAlive(true, 60_000)
}
