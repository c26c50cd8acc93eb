// Where a URL points, as the guard of outgoing calls sees it: scheme, host and port, and what the host says
// without asking a name server. Pure.

import { parseAddress } from './address-tiers.ts'

export interface Destination {
  readonly scheme: 'https' | 'http'
  /** Name or address, lower case, without brackets. */
  readonly host: string
  readonly port: number
}

/** @param url of scheme http or https, or its parts as undici hands them on */
export function destinationOf(url: Pick<URL, 'protocol' | 'hostname' | 'port'>): Destination {
  const { protocol, hostname, port } = url
  const scheme = protocol === 'http:' ? 'http' : 'https'
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return { scheme, host, port: port === '' ? usualPorts[scheme] : Number(port) }
}

/** What the host says without asking anyone; undefined for a name that only DNS knows. */
export function addressesWithoutDns(host: string): readonly string[] | undefined {
  if (parseAddress(host) !== undefined) return [host]
  // RFC 6761, section 6.3: never asked of a name server, never anything but loopback.
  return host === 'localhost' || host.endsWith('.localhost') ? ['127.0.0.1', '::1'] : undefined
}

const usualPorts = { http: 80, https: 443 }
