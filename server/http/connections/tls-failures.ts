// Logs failed TLS handshakes. A scan or a broken client must not fill the disk, so the lines per minute are
// limited and the rest is counted.

import type { Server } from 'node:https'
import { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { clientAddressOf, networkOf } from '../client-address.ts'
import { createRateLimiter } from '../limits/rate-limiter.ts'

/** Log lines per minute, for one network and for all together. */
export const tlsFailureLines = { ofNetwork: 10, ofAll: 60 } as const

const windowMs = 60_000
const networksMax = 1000

interface TlsFailureNeeds {
  readonly clock: Clock
  readonly log: Log
}

/** Logs the remote address of the socket: before the handshake no proxy can name its client. */
export function logTlsFailures({ clock, log }: TlsFailureNeeds, server: Server): void {
  const limit = { windowMs, clientsMax: networksMax }
  const ofNetwork = createRateLimiter(clock, { ...limit, limit: tlsFailureLines.ofNetwork })
  const ofAll = createRateLimiter(clock, { ...limit, limit: tlsFailureLines.ofAll })
  let suppressed = 0
  // A closed socket forgets its remote address unless the address was read before.
  server.prependListener('connection', (below) => below instanceof Socket && below.remoteAddress)
  server.on('tlsClientError', (error, socket) => {
    const address = clientAddressOf(
      { socketAddress: addressOf(socket), forwardedFor: undefined },
      [],
    )
    if (ofNetwork.take(networkOf(address)).isRefused || ofAll.take('all').isRefused) {
      suppressed += 1
      return
    }
    const suppressedCount = suppressed === 0 ? {} : { count: suppressed }
    suppressed = 0
    log.warn('tls_handshake_failed', {
      client_address: address,
      code: codeOf(error),
      ...suppressedCount,
    })
  })
}

/** Falls back to the TCP socket below, which Node does not document, if the TLS socket has lost its address. */
function addressOf(socket: TLSSocket): string | undefined {
  const below: unknown = Reflect.get(socket, '_parent')
  return socket.remoteAddress ?? (below instanceof Socket ? below.remoteAddress : undefined)
}

/**
 * Returns the code of OpenSSL or the system, such as ERR_SSL_UNSUPPORTED_PROTOCOL. Messages may quote what was sent.
 */
function codeOf(error: Error): string {
  const code = 'code' in error ? String(error.code) : ''
  return /^[A-Z][A-Z0-9_]{1,63}$/.test(code) ? code : 'unknown'
}
