// How a request reached us, and whether that is a way it may come: by which name, and whether anybody could
// have listened in between. Pure.

import { AppError } from '../kernel/app-error.ts'
import type { Profile } from '../settings/setting-row.ts'
import { isLoopbackAddress } from './client-address.ts'

export interface Reach {
  /** The other end of the connection; undefined once it is gone. */
  readonly peerAddress: string | undefined
  readonly isTls: boolean
  /** What a trusted proxy at the other end says of its own client's connection; undefined where it says nothing. */
  readonly proxied: { readonly scheme: string | undefined } | undefined
  /** The client's own address, behind every trusted proxy. */
  readonly clientAddress: string
  /** Of the Host header, in small letters. */
  readonly host: string | undefined
  /** Where the connection arrived. */
  readonly localAddress: string | undefined
}

export interface ReachRules {
  /** Where SVC_PUBLIC_URL is set; otherwise every name is taken. */
  readonly publicUrlSet: string | undefined
  readonly insecureHttp: boolean
  /** Under which the console answers, where it has a name of its own. */
  readonly consoleHost: string | undefined
  /** The demo answers plain http under the names of this machine alone: any other was made to lead here. */
  readonly profile: Profile
}

/** @returns what to refuse the request with, if with anything */
export function findReachFlaw(reach: Reach, rules: ReachRules): AppError | undefined {
  if (!rules.insecureHttp && isOpenToListeners(reach)) {
    return new AppError(
      'invalid_request',
      'Plain http is answered on this machine and for the proxies in SVC_TRUSTED_PROXIES only. Use https. If what was sent held an API key, rotate it.',
    )
  }
  if (rules.profile === 'demo' && isByOtherName(reach)) {
    return new AppError(
      'invalid_request',
      'The demo answers plain http under the names of this machine alone: localhost, 127.0.0.1 and ::1.',
    )
  }
  if (rules.publicUrlSet === undefined || isOurName(reach, rules.publicUrlSet)) return undefined
  if (reach.host !== undefined && nameInHost(reach.host) === rules.consoleHost) return undefined
  return new AppError(
    'invalid_request',
    `This server answers as ${new URL(rules.publicUrlSet).host}, and the Host header names another. A proxy in between must pass the Host header on as it came.`,
  )
}

function isByOtherName(reach: Reach): boolean {
  if (cameOverTls(reach) || reach.host === undefined) return false
  const name = nameInHost(reach.host)
  return name !== 'localhost' && !name.endsWith('.localhost') && !isLoopbackAddress(name)
}

/** Whether the client came over https, to us or to a trusted proxy that says so. */
export function cameOverTls({ isTls, proxied }: Pick<Reach, 'isTls' | 'proxied'>): boolean {
  return isTls || proxied?.scheme === 'https'
}

/** Between a trusted proxy and us the network is the operator's own; before it, it is anybody's. */
function isOpenToListeners(reach: Reach): boolean {
  // Of a client that has left, nothing is known any more, and nothing is told.
  if (reach.peerAddress === undefined || cameOverTls(reach)) return false
  if (reach.proxied === undefined) return !isLoopbackAddress(reach.peerAddress)
  return reach.proxied.scheme === 'http' && !isLoopbackAddress(reach.clientAddress)
}

/**
 * The public URL's own name, or an address that nobody can have a browser take for ours: this machine's
 * from this machine, and the one that was dialled, as probes do it.
 */
function isOurName(reach: Reach, publicUrl: string): boolean {
  const { host: publicHost, protocol } = new URL(publicUrl)
  if (reach.host === undefined) return isLoopbackAddress(reach.peerAddress)
  const portDefault = protocol === 'https:' ? ':443' : ':80'
  const host = reach.host.endsWith(portDefault)
    ? reach.host.slice(0, -portDefault.length)
    : reach.host
  if (host === publicHost) return true
  const bare = nameInHost(reach.host)
  if (bare === 'localhost' || isLoopbackAddress(bare)) return isLoopbackAddress(reach.peerAddress)
  return reach.localAddress?.replace(/^::ffff:/, '') === bare
}

/** Of a Host header: without port and brackets. */
export function nameInHost(host: string): string {
  return host.replace(/:\d*$/, '').replace(/^\[|\]$/g, '')
}
