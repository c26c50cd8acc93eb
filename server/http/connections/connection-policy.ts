// Decides whether a request may come over its connection: by TLS, proxies and the host name it asks for. Pure.

import { AppError } from '../../kernel/app-error.ts'
import { memoise } from '../../kernel/memoise.ts'
import { isLoopbackClient } from '../client-address.ts'
import type { HttpConfig } from '../http-config.ts'

export interface ClientConnection {
  /** Remote address of the socket; undefined once it is closed. */
  readonly peerAddress: string | undefined
  readonly isTls: boolean
  /** X-Forwarded-Proto of a trusted proxy; undefined if the peer is not a trusted proxy. */
  readonly proxied: { readonly scheme: string | undefined } | undefined
  /** Address of the client behind all trusted proxies. */
  readonly clientAddress: string
  /** The Host header in lower case. */
  readonly host: string | undefined
  readonly localAddress: string | undefined
}

export interface ConnectionRules {
  /** SVC_PUBLIC_URL; without it every host name is accepted. */
  readonly publicUrlSet: string | undefined
  readonly insecureHttp: boolean
  /** Host name of the console, if it has its own. */
  readonly consoleHost: string | undefined
  /** Over plain http the demo answers only under the names of this machine, against DNS rebinding. */
  readonly profile: HttpConfig['profile']
}

/** Returns the error to refuse the request with; undefined if it may pass. */
export function findConnectionFlaw(
  connection: ClientConnection,
  rules: ConnectionRules,
): AppError | undefined {
  if (!rules.insecureHttp && isPlainOverNetwork(connection)) {
    return new AppError(
      'invalid_request',
      'Plain http is answered on this machine and for the proxies in SVC_TRUSTED_PROXIES only. Use https. If what was sent held an API key, rotate it.',
    )
  }
  if (rules.profile === 'demo' && isForeignHost(connection)) {
    return new AppError(
      'invalid_request',
      'Over plain http the demo answers only under the names of this machine: localhost, 127.0.0.1 and ::1.',
    )
  }
  const { publicUrlSet, consoleHost } = rules
  if (publicUrlSet === undefined || isAllowedHost(connection, publicUrlSet)) return undefined
  const { host } = connection
  if (host !== undefined && nameInHost(host) === consoleHost) return undefined
  return new AppError(
    'invalid_request',
    `This server answers as ${new URL(publicUrlSet).host}, and the Host header names another. A proxy in between must pass the Host header on as it came.`,
  )
}

function isForeignHost(connection: ClientConnection): boolean {
  const { host } = connection
  if (cameOverTls(connection) || host === undefined) return false
  const name = nameInHost(host)
  return name !== 'localhost' && !name.endsWith('.localhost') && !isLoopbackClient(name)
}

/** Returns whether the client used https, to this server or to a trusted proxy that says so. */
export function cameOverTls(connection: Pick<ClientConnection, 'isTls' | 'proxied'>): boolean {
  return connection.isTls || connection.proxied?.scheme === 'https'
}

/** Plain http between a trusted proxy and this server is allowed: that network is the operator's own. */
function isPlainOverNetwork(connection: ClientConnection): boolean {
  const { peerAddress, proxied, clientAddress } = connection
  // The client has disconnected; there is no address left to judge.
  if (peerAddress === undefined || cameOverTls(connection)) return false
  if (proxied === undefined) return !isLoopbackClient(peerAddress)
  return proxied.scheme === 'http' && !isLoopbackClient(clientAddress)
}

/**
 * Returns whether the host is that of the public URL, a loopback name used on this machine, or the local address
 * of the connection, as probes use it. DNS cannot redirect a browser to any of the latter two.
 */
function isAllowedHost(
  { host, peerAddress, localAddress }: ClientConnection,
  publicUrl: string,
): boolean {
  const { host: publicHost, protocol } = parsedUrl(publicUrl)
  if (host === undefined) return isLoopbackClient(peerAddress)
  const portDefault = protocol === 'https:' ? ':443' : ':80'
  const isPortDefault = host.endsWith(portDefault)
  if ((isPortDefault ? host.slice(0, -portDefault.length) : host) === publicHost) return true
  const name = nameInHost(host)
  if (name === 'localhost' || isLoopbackClient(name)) return isLoopbackClient(peerAddress)
  return localAddress?.replace(/^::ffff:/, '') === name
}

/** Every request is compared with the same public URL. */
const parsedUrl = memoise(1, (url) => new URL(url))

/** Returns a Host header without its port and brackets. */
export function nameInHost(host: string): string {
  return host.replace(/:\d*$/, '').replace(/^\[|\]$/g, '')
}
