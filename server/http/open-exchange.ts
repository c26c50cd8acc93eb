// First step: names the request, finds out who is at the other end and what is asked for, and puts on
// the response what every response carries.

import type { Config } from '../config.ts'
import type { Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { clientAddressOf, isTrustedProxy } from './client-address.ts'
import type { Exchange, Step } from './exchange.ts'
import type { FindEndpoint } from './routing.ts'
import { securityHeaders } from './security-headers.ts'

export interface OpenExchangeNeeds {
  readonly config: Pick<Config, 'trustedProxies'>
  readonly clock: Clock
  readonly findEndpoint: FindEndpoint
}

/** The id is always ours: one that a client sends could be made to look like another's in the log. */
export function openExchange({ config, clock, findEndpoint }: OpenExchangeNeeds): Step {
  return async (exchange, next) => {
    const socketAddress = exchange.req.socket.remoteAddress
    const forwardedFor = exchange.get('X-Forwarded-For')
    exchange.state.requestId = newId('req', clock.now())
    exchange.state.clientAddress = clientAddressOf(
      { socketAddress, forwardedFor },
      config.trustedProxies,
    )
    exchange.state.found = findEndpoint(exchange.method, exchange.path)
    exchange.state.identity = { kind: 'stranger' }
    exchange.state.visit = undefined
    exchange.state.refusal = undefined
    exchange.set('Request-Id', exchange.state.requestId)
    exchange.set(securityHeaders(cameOverTls(exchange, config.trustedProxies)))
    await next()
  }
}

function cameOverTls(exchange: Exchange, trustedProxies: readonly string[]): boolean {
  const { socket } = exchange.req
  if ('encrypted' in socket) return true
  if (!isTrustedProxy(socket.remoteAddress, trustedProxies)) return false
  return exchange.get('X-Forwarded-Proto').split(',').at(-1)?.trim().toLowerCase() === 'https'
}
