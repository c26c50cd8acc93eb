// Opens every connection that leaves the house: resolves the host, has all its addresses judged, and dials one of
// those very addresses. Nothing below this looks a name up again, so no answer can change in between.

import { isIP, connect as netConnect, type Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { buildConnector } from 'undici'
import type { Clock } from '../kernel/clock.ts'
import { type Destination, destinationOf } from './destination.ts'
import type { HostResolver } from './resolve-host.ts'
import type { TargetPolicy } from './target-policy.ts'

export interface ConnectNeeds {
  readonly policy: Pick<TargetPolicy, 'judge'>
  readonly resolver: HostResolver
  readonly clock: Clock
  /** For one connection: look-up, TCP and TLS together. */
  readonly timeoutMs: number
}

export interface GuardedConnector {
  /** As undici calls it, once for each new connection. */
  readonly connect: buildConnector.connector
  /** Breaks off what is still being connected. */
  close(): void
}

/** `aborted`: our own closing broke it off. */
export type ConnectError =
  | 'timeout'
  | 'dns_failed'
  | 'address_forbidden'
  | 'connection_failed'
  | 'tls_failed'
  | 'aborted'

/** Why there is no connection. Carries no text of the world's: those quote addresses. */
export class ConnectFailure extends Error {
  readonly reason: ConnectError

  constructor(reason: ConnectError) {
    super(reason)
    this.name = 'ConnectFailure'
    this.reason = reason
  }
}

/** Every address gets its share of the time, so a name with many must not starve them all. */
const addressesTriedMax = 4

/** @param context certificates to believe and to show, for https */
export function guardedConnector(needs: ConnectNeeds, context: SecureContext): GuardedConnector {
  const pending = new Set<Socket>()
  let isClosed = false
  const secure = buildConnector({
    secureContext: context,
    // Said outright, because Node lets an environment variable turn it off.
    rejectUnauthorized: true,
    allowH2: false,
    timeout: 0,
  })

  async function open(options: buildConnector.Options): Promise<Socket> {
    const endMs = needs.clock.steadyMs() + needs.timeoutMs
    const destination = destinationOf(options)
    const addresses = await checkedAddresses(needs, destination)
    const attempt = { clock: needs.clock, endMs, pending, isClosed: () => isClosed }
    const socket = await dialFirst(addresses, destination.port, attempt)
    if (destination.scheme === 'http') return asUndiciWants(socket)
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

/** All that the host resolves to, once every one of them is allowed. @throws ConnectFailure */
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
  /** By the steady clock. */
  readonly endMs: number
  readonly pending: Set<Socket>
  readonly isClosed: () => boolean
}

/** The first address that takes the connection. @throws ConnectFailure of the last one tried */
async function dialFirst(
  addresses: readonly string[],
  port: number,
  attempt: Attempt,
): Promise<Socket> {
  const tried = addresses.slice(0, addressesTriedMax)
  let failure = new ConnectFailure('connection_failed')
  for (const [index, address] of tried.entries()) {
    const shareMs = (attempt.endMs - attempt.clock.steadyMs()) / (tried.length - index)
    try {
      return await dial({ address, port }, shareMs, attempt)
    } catch (error) {
      if (!(error instanceof ConnectFailure)) throw error
      failure = error
    }
  }
  throw failure
}

function dial(
  { address, port }: { readonly address: string; readonly port: number },
  limitMs: number,
  { clock, pending, isClosed }: Attempt,
): Promise<Socket> {
  if (isClosed()) throw new ConnectFailure('aborted')
  // A name here would be looked up again, past the check.
  if (isIP(address) === 0) throw new Error('only an address is dialled')
  const socket = netConnect({ host: address, port })
  pending.add(socket)
  return new Promise((resolve, reject) => {
    const cancel = clock.after(limitMs, () => fail('timeout'))
    function fail(reason: ConnectError): void {
      cancel()
      pending.delete(socket)
      socket.destroy()
      reject(new ConnectFailure(reason))
    }
    // Stays for good: an error between two owners of a socket must not bring the process down.
    socket.on('error', () => fail('connection_failed'))
    socket.once('close', () => fail('connection_failed'))
    socket.once('connect', () => {
      cancel()
      pending.delete(socket)
      resolve(socket)
    })
  })
}

/** The certificate is checked against the host of the URL, whichever address was dialled. */
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
    function fail(reason: ConnectError): void {
      cancel()
      pending.delete(httpSocket)
      httpSocket.destroy()
      reject(new ConnectFailure(reason))
    }
    httpSocket.once('close', () => fail('tls_failed'))
    const servername = isIP(hostname) === 0 ? hostname : ''
    secure({ ...options, servername }, (error, socket) => {
      if (error !== null) return fail('tls_failed')
      cancel()
      pending.delete(httpSocket)
      resolve(socket)
    })
  })
}

function asUndiciWants(socket: Socket): Socket {
  if (socket.destroyed) throw new ConnectFailure('connection_failed')
  return socket.setNoDelay(true).setKeepAlive(true, 60_000)
}
