// The first step of a request: gives the request an id, finds the client's address, how it reached the server and
// which route it asks for, and sets the headers that every response carries.

import type { AppError } from '../kernel/app-error.ts'
import type { Clock } from '../kernel/clock.ts'
import type { ForwardedCounter } from '../kernel/forwarded-counts.ts'
import { isId, newId } from '../kernel/ids.ts'
import { clientAddressOf, isTrustedProxy } from './client-address.ts'
import {
  type ClientConnection,
  cameOverTls,
  findConnectionFlaw,
} from './connections/connection-policy.ts'
import { valuesOfHeader } from './connections/raw-headers.ts'
import { findUnavailable } from './console/console-place.ts'
import type { Context, MatchedRoute } from './context.ts'
import { healthPath } from './health.ts'
import type { HttpConfig } from './http-config.ts'
import { type ReadHead, readHead } from './request-head.ts'
import type { MatchRoute } from './routing.ts'
import { securityHeaders } from './security-headers.ts'

export interface OpenContextNeeds {
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
  readonly forwardedCounter: Pick<ForwardedCounter, 'count'>
}

/** Never takes the request id from the client, who could copy the id of another request into the log. */
export function openContext(needs: OpenContextNeeds, ctx: Context): void {
  const { config, clock, matchRoute } = needs
  const head = headOf(ctx)
  // Koa would throw at a malformed target, and parses absolute URLs in its own way.
  const url = head.kind === 'good' ? head.target : '*'
  if (ctx.req.url !== url) ctx.url = url
  const connection = connectionOf(ctx, config.trustedProxies, head)
  const requestId = newId('req', clock.now())
  const isTls = cameOverTls(connection)
  const { path } = ctx
  if (path !== healthPath) {
    const isForwarded = ctx.req.headers['x-forwarded-for'] !== undefined
    needs.forwardedCounter.count({ isProxied: connection.proxied !== undefined, isForwarded })
  }
  const unavailable = findUnavailable(path, connection, config)
  const route: MatchedRoute = unavailable
    ? { kind: 'outside', unavailable }
    : matchRoute(ctx.method, path)
  ctx.state = {
    requestId,
    clientAddress: connection.clientAddress,
    isTls,
    flaw: flawOf(path, head, connection, config),
    route,
    response: {
      status: 404,
      headers: { 'Request-Id': requestId, ...securityHeaders(isTls) },
      body: undefined,
    },
    sender: {},
    verificationId: verificationInPath(route),
    query: undefined,
    // A client could join its requests to the traces of others.
    traceparent: connection.proxied && ctx.req.headers.traceparent?.toString(),
    refusal: undefined,
    refusedUser: undefined,
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
    hosts: valuesOfHeader(req, 'host'),
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
  const isProxied = isTrustedProxy(peerAddress, trustedProxies)
  const forwardedFor = isProxied ? ctx.get('X-Forwarded-For') : undefined
  return {
    peerAddress,
    isTls: 'encrypted' in socket,
    proxied: isProxied ? { scheme: forwardedScheme(ctx) } : undefined,
    clientAddress: clientAddressOf({ socketAddress: peerAddress, forwardedFor }, trustedProxies),
    host: head.kind === 'good' ? head.host : undefined,
    localAddress: socket.localAddress,
  }
}

function forwardedScheme(ctx: Context): string | undefined {
  return ctx.get('X-Forwarded-Proto').split(',').at(-1)?.trim().toLowerCase() || undefined
}

/** The health check is answered under every host name and over plain http too, because probes use either. */
function flawOf(
  path: string,
  head: ReadHead,
  connection: ClientConnection,
  config: OpenContextNeeds['config'],
): AppError | undefined {
  if (head.kind === 'flawed') return head.refusal
  return path === healthPath ? undefined : findConnectionFlaw(connection, config)
}
