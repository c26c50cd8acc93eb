// How a request reached the server (host name, TLS, proxies), and whether that is allowed. Pure.

import { AppError } from '../kernel/app-error.ts'
import { isLoopbackClient } from './client-address.ts'
import type { HttpConfig } from './http-config.ts'

export interface Reach {
  /** Remote address of the socket; undefined once it is closed. */
  readonly peerAddress: string | undefined
  readonly isTls: boolean
  /** X-Forwarded-Proto of a trusted proxy; undefined if the peer is not a trusted proxy. */
  readonly proxied: { readonly scheme: string | undefined } | undefined
  /** Address of the client behind all trusted proxies. */
  readonly clientAddress: string
  /** The Host header in lower case. */
  readonly host: string | undefined
  /** Local address of the socket. */
  readonly localAddress: string | undefined
}

export interface ReachRules {
  /** SVC_PUBLIC_URL; without it every host name is accepted. */
  readonly publicUrlSet: string | undefined
  readonly insecureHttp: boolean
  /** Host name of the console, if it has its own. */
  readonly consoleHost: string | undefined
  /** Over plain http the demo answers only under the names of this machine, against DNS rebinding. */
  readonly profile: HttpConfig['profile']
}

/** Returns the error to refuse the request with; undefined if it may pass. */
export function findReachFlaw(reach: Reach, rules: ReachRules): AppError | undefined {
  if (!rules.insecureHttp && isPlainOverNetwork(reach)) {
    return new AppError(
      'invalid_request',
      'Plain http is answered on this machine and for the proxies in SVC_TRUSTED_PROXIES only. Use https. If what was sent held an API key, rotate it.',
    )
  }
  if (rules.profile === 'demo' && isForeignHost(reach)) {
    return new AppError(
      'invalid_request',
      'Over plain http the demo answers only under the names of this machine: localhost, 127.0.0.1 and ::1.',
    )
  }
  if (rules.publicUrlSet === undefined || isAllowedHost(reach, rules.publicUrlSet)) return undefined
  if (reach.host !== undefined && nameInHost(reach.host) === rules.consoleHost) return undefined
  return new AppError(
    'invalid_request',
    `This server answers as ${new URL(rules.publicUrlSet).host}, and the Host header names another. A proxy in between must pass the Host header on as it came.`,
  )
}

function isForeignHost(reach: Reach): boolean {
  if (cameOverTls(reach) || reach.host === undefined) return false
  const name = nameInHost(reach.host)
  return name !== 'localhost' && !name.endsWith('.localhost') && !isLoopbackClient(name)
}

/** Returns whether the client used https, to this server or to a trusted proxy that says so. */
export function cameOverTls({ isTls, proxied }: Pick<Reach, 'isTls' | 'proxied'>): boolean {
  return isTls || proxied?.scheme === 'https'
}

/** Plain http between a trusted proxy and this server is allowed: that network is the operator's own. */
function isPlainOverNetwork(reach: Reach): boolean {
  // The client has disconnected; there is no address left to judge.
  if (reach.peerAddress === undefined || cameOverTls(reach)) return false
  if (reach.proxied === undefined) return !isLoopbackClient(reach.peerAddress)
  return reach.proxied.scheme === 'http' && !isLoopbackClient(reach.clientAddress)
}

/**
 * Returns whether the host is that of the public URL, a loopback name used on this machine, or the local address
 * of the connection, as probes use it. DNS cannot redirect a browser to any of the latter two.
 */
function isAllowedHost(reach: Reach, publicUrl: string): boolean {
  const { host: publicHost, protocol } = new URL(publicUrl)
  if (reach.host === undefined) return isLoopbackClient(reach.peerAddress)
  const portDefault = protocol === 'https:' ? ':443' : ':80'
  const host = reach.host.endsWith(portDefault)
    ? reach.host.slice(0, -portDefault.length)
    : reach.host
  if (host === publicHost) return true
  const bare = nameInHost(reach.host)
  if (bare === 'localhost' || isLoopbackClient(bare)) return isLoopbackClient(reach.peerAddress)
  return reach.localAddress?.replace(/^::ffff:/, '') === bare
}

/** Returns a Host header without its port and brackets. */
export function nameInHost(host: string): string {
  return host.replace(/:\d*$/, '').replace(/^\[|\]$/g, '')
}
