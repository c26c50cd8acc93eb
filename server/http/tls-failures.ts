// Tells the log of handshakes that came to nothing: who, and over what. A scan or a broken client must not fill the
// disk, so only so many are told one by one.

import type { Server } from 'node:https'
import { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { clientAddressOf, networkOf } from './client-address.ts'
import { createRateLimiter } from './rate-limit.ts'

/** Lines a minute, of one network and of all. */
export const tlsFailureLines = { ofNetwork: 10, ofAll: 60 } as const

const windowMs = 60_000
const networksMax = 1000

export interface TlsFailureNeeds {
  readonly clock: Clock
  readonly log: Log
}

/** Proxies speak for nobody before the handshake: the address is that of the other end. */
export function logTlsFailures({ clock, log }: TlsFailureNeeds, server: Server): void {
  const limit = { windowMs, clientsMax: networksMax }
  const ofNetwork = createRateLimiter(clock, { ...limit, limit: tlsFailureLines.ofNetwork })
  const ofAll = createRateLimiter(clock, { ...limit, limit: tlsFailureLines.ofAll })
  let untold = 0
  // A connection that is gone no longer tells where it came from, unless it was asked before.
  server.prependListener('connection', (below) => below instanceof Socket && below.remoteAddress)
  server.on('tlsClientError', (error, socket) => {
    const address = clientAddressOf(
      { socketAddress: addressOf(socket), forwardedFor: undefined },
      [],
    )
    if (ofNetwork.take(networkOf(address)).isRefused || ofAll.take('all').isRefused) {
      untold += 1
      return
    }
    const missed = untold === 0 ? {} : { count: untold }
    untold = 0
    log.warn('tls_handshake_failed', { client_address: address, code: codeOf(error), ...missed })
  })
}

/** That of the connection below, which Node names nowhere, where its TLS has lost it. */
function addressOf(socket: TLSSocket): string | undefined {
  const below: unknown = Reflect.get(socket, '_parent')
  return socket.remoteAddress ?? (below instanceof Socket ? below.remoteAddress : undefined)
}

/** Of OpenSSL or of the system, such as ERR_SSL_UNSUPPORTED_PROTOCOL. Its message may hold what was sent. */
function codeOf(error: Error): string {
  const code = 'code' in error ? String(error.code) : ''
  return /^[A-Z][A-Z0-9_]{1,63}$/.test(code) ? code : 'unknown'
}
