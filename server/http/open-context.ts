// The first middleware: gives the request an id, finds the client's address, how it reached the server and
// which route it asks for, and sets the headers that every response carries.

import type { AppError } from '../kernel/app-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { isId, newId } from '../kernel/ids.ts'
import { clientAddressOf, isTrustedProxy } from './client-address.ts'
import { type ClientConnection, cameOverTls, findConnectionFlaw } from './connection-policy.ts'
import { findUnavailable } from './console-place.ts'
import type { Context, MatchedRoute, Middleware } from './context.ts'
import { healthPath } from './health.ts'
import type { HttpConfig } from './http-config.ts'
import { type ReadHead, readHead } from './request-head.ts'
import type { MatchRoute } from './routing.ts'
import { securityHeaders } from './security-headers.ts'

interface OpenContextNeeds {
  readonly config: Pick<
    HttpConfig,
    | 'trustedProxies'
    | 'publicUrlSet'
    | 'insecureHttp'
    | 'profile'
    | 'consoleHost'
    | 'consoleNetworks'
  >
  readonly clock: Clock
  readonly matchRoute: MatchRoute
}

/** Never takes the request id from the client, who could copy the id of another request into the log. */
export function openContext({ config, clock, matchRoute }: OpenContextNeeds): Middleware {
  return async (ctx, next) => {
    const head = headOf(ctx)
    // Koa would throw at a malformed target, and parses absolute URLs in its own way.
    ctx.url = head.kind === 'good' ? head.target : '*'
    const connection = connectionOf(ctx, config.trustedProxies, head)
    ctx.state.requestId = newId('req', clock.now())
    ctx.state.clientAddress = connection.clientAddress
    ctx.state.isTls = cameOverTls(connection)
    ctx.state.flaw = flawOf(ctx, head, connection, config)
    const unavailable = findUnavailable(ctx.path, connection, config)
    ctx.state.route = unavailable
      ? { kind: 'outside', unavailable }
      : matchRoute(ctx.method, ctx.path)
    ctx.state.sender = {}
    ctx.state.verificationId = verificationInPath(ctx.state.route)
    ctx.state.refusal = undefined
    ctx.state.refusedUser = undefined
    ctx.set('Request-Id', ctx.state.requestId)
    ctx.set(securityHeaders(ctx.state.isTls))
    await next()
  }
}

function verificationInPath(route: MatchedRoute): string | undefined {
  if (route.kind !== 'route') return undefined
  return Object.values(route.params).find((value) => isId('ver', value))
}

function headOf({ req }: Context): ReadHead {
  return readHead({
    method: req.method ?? '',
    target: req.url ?? '',
    httpVersion: req.httpVersion,
    hosts: req.headersDistinct.host ?? [],
    transferEncoding: req.headers['transfer-encoding'],
  })
}

function connectionOf(
  ctx: Context,
  trustedProxies: readonly string[],
  head: ReadHead,
): ClientConnection {
  const { socket } = ctx.req
  const peerAddress = socket.remoteAddress
  const forwardedFor = ctx.get('X-Forwarded-For')
  const scheme = ctx.get('X-Forwarded-Proto').split(',').at(-1)?.trim().toLowerCase()
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

/** The health check is answered under every host name and over plain http too, because probes use either. */
function flawOf(
  ctx: Context,
  head: ReadHead,
  connection: ClientConnection,
  config: OpenContextNeeds['config'],
): AppError | undefined {
  if (head.kind === 'flawed') return head.refusal
  return ctx.path === healthPath ? undefined : findConnectionFlaw(connection, config)
}
