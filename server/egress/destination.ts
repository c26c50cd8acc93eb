// The destination of a URL, as the checks of outgoing calls use it: scheme, host and port, and the addresses of a
// host that needs no name server. Pure.

import { parseAddress } from './address-tiers.ts'

export interface Destination {
  readonly scheme: 'https' | 'http'
  /** Name or address, lower case, without brackets. */
  readonly host: string
  readonly port: number
}

/** @param url an http or https URL, or its parts as undici passes them */
export function destinationOf(url: Pick<URL, 'protocol' | 'hostname' | 'port'>): Destination {
  const { protocol, hostname, port } = url
  const scheme = protocol === 'http:' ? 'http' : 'https'
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return { scheme, host, port: port === '' ? usualPorts[scheme] : Number(port) }
}

/** Returns the addresses of an IP address or of localhost; undefined for a name that needs DNS. */
export function addressesWithoutDns(host: string): readonly string[] | undefined {
  if (parseAddress(host) !== undefined) return [host]
  // RFC 6761, section 6.3: localhost names are always loopback and never looked up.
  return host === 'localhost' || host.endsWith('.localhost') ? ['127.0.0.1', '::1'] : undefined
}

const usualPorts = { http: 80, https: 443 }
