// First step: names the request, finds out who is at the other end, how they came and what is asked for, and
// puts on the response what every response carries.

import type { Config } from '../config.ts'
import type { AppError } from '../kernel/app-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { isId, newId } from '../kernel/ids.ts'
import { clientAddressOf, isTrustedProxy } from './client-address.ts'
import { findShut } from './console-place.ts'
import type { Exchange, Step } from './exchange.ts'
import { healthPath } from './health.ts'
import { cameOverTls, findReachFlaw, type Reach } from './reach.ts'
import { type ReadHead, readHead } from './request-head.ts'
import type { FindEndpoint, Found } from './routing.ts'
import { securityHeaders } from './security-headers.ts'

export interface OpenExchangeNeeds {
  readonly config: Pick<
    Config,
    | 'trustedProxies'
    | 'publicUrlSet'
    | 'insecureHttp'
    | 'profile'
    | 'consoleHost'
    | 'consoleNetworks'
  >
  readonly clock: Clock
  readonly findEndpoint: FindEndpoint
}

/** The id is always ours: one that a client sends could be made to look like another's in the log. */
export function openExchange({ config, clock, findEndpoint }: OpenExchangeNeeds): Step {
  return async (exchange, next) => {
    const head = headOf(exchange)
    // Koa would throw at a target that is none, and read a whole URL in a way of its own.
    exchange.url = head.kind === 'good' ? head.target : '*'
    const reach = reachOf(exchange, config.trustedProxies, head)
    exchange.state.requestId = newId('req', clock.now())
    exchange.state.clientAddress = reach.clientAddress
    exchange.state.isTls = cameOverTls(reach)
    exchange.state.flaw = flawOf(exchange, head, reach, config)
    const shut = findShut(exchange.path, reach, config)
    exchange.state.found = shut
      ? { kind: 'outside', shut }
      : findEndpoint(exchange.method, exchange.path)
    exchange.state.identity = { kind: 'stranger' }
    exchange.state.visit = undefined
    exchange.state.verificationId = verificationInPath(exchange.state.found)
    exchange.state.refusal = undefined
    exchange.state.refusedMember = undefined
    exchange.set('Request-Id', exchange.state.requestId)
    exchange.set(securityHeaders(exchange.state.isTls))
    await next()
  }
}

function verificationInPath(found: Found): string | undefined {
  if (found.kind !== 'endpoint') return undefined
  return Object.values(found.params).find((value) => isId('ver', value))
}

function headOf({ req }: Exchange): ReadHead {
  return readHead({
    method: req.method ?? '',
    target: req.url ?? '',
    httpVersion: req.httpVersion,
    hosts: req.headersDistinct.host ?? [],
    transferEncoding: req.headers['transfer-encoding'],
  })
}

function reachOf(exchange: Exchange, trustedProxies: readonly string[], head: ReadHead): Reach {
  const { socket } = exchange.req
  const peerAddress = socket.remoteAddress
  const forwardedFor = exchange.get('X-Forwarded-For')
  const scheme = exchange.get('X-Forwarded-Proto').split(',').at(-1)?.trim().toLowerCase()
  return {
    peerAddress,
    isTls: 'encrypted' in socket,
    proxied: isTrustedProxy(peerAddress, trustedProxies)
      ? { scheme: scheme || undefined }
      : undefined,
    clientAddress: clientAddressOf({ socketAddress: peerAddress, forwardedFor }, trustedProxies),
    host: head.kind === 'good' ? head.host : undefined,
    localAddress: socket.localAddress,
  }
}

/** Probes ask for the health by whatever name and way they have. */
function flawOf(
  exchange: Exchange,
  head: ReadHead,
  reach: Reach,
  config: OpenExchangeNeeds['config'],
): AppError | undefined {
  if (head.kind === 'flawed') return head.refusal
  return exchange.path === healthPath ? undefined : findReachFlaw(reach, config)
}
