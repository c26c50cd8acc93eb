// Whose request is it? The address that counts for the log, the limits and a key's list of networks.

import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

export interface Peer {
  /** The other end of the connection, as the socket says. */
  readonly socketAddress: string | undefined
  /** `X-Forwarded-For`, all of it. Believed only as far as trusted proxies wrote it. */
  readonly forwardedFor: string | undefined
}

/**
 * The client's own address. That is the socket's peer, unless the peer is a trusted proxy: then the
 * last hop of X-Forwarded-For that no trusted proxy stands for. What stands left of that hop was
 * written by the client and is never looked at. An IPv4 address mapped into IPv6 is told as IPv4.
 */
export function clientAddressOf(peer: Peer, trustedProxies: readonly string[]): string {
  const hops = (peer.forwardedFor ?? '').split(',').map((hop) => hop.trim())
  let client = parseAddress(peer.socketAddress ?? '')
  while (client !== undefined && isWithin(client, trustedProxies)) {
    const next = parseAddress(withoutPort(hops.pop() ?? ''))
    if (next === undefined) break
    client = next
  }
  return client?.toString() ?? 'unknown'
}

/** Whether the peer may say how the client reached it (X-Forwarded-*). */
export function isTrustedProxy(socketAddress: string | undefined, trusted: readonly string[]) {
  return isAddressWithin(socketAddress ?? '', trusted)
}

/** Whether `address` lies in one of the networks; false for anything malformed on either side. */
export function isAddressWithin(address: string, cidrs: readonly string[]): boolean {
  const parsed = parseAddress(address)
  return parsed !== undefined && isWithin(parsed, cidrs)
}

/** Whether only this machine can be at that address. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return parseAddress(address ?? '')?.range() === 'loopback'
}

/**
 * What one client can be counted by. IPv6 goes by its /64: a single client is handed at least that
 * much, and could otherwise come from a new address with every request.
 */
export function networkOf(address: string): string {
  return groupOf(address, 64)
}

/**
 * What one site can be counted by where guesses are counted. IPv6 goes by its /48, as much as a customer of
 * a provider is handed: whoever holds one has 65 536 networks to come from.
 */
export function siteOf(address: string): string {
  return groupOf(address, 48)
}

/** What people sign in from day after day, though their provider hands them other addresses: an IPv4 /24, an IPv6 /48. */
export function areaOf(address: string): string {
  const parsed = parseAddress(address)
  if (!(parsed instanceof ipaddr.IPv4)) return groupOf(address, 48)
  return `${parsed.octets.slice(0, 3).join('.')}.0/24`
}

function groupOf(address: string, ipv6Bits: 48 | 64): string {
  const parsed = parseAddress(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed?.toString() ?? address
  const parts = parsed.parts.slice(0, ipv6Bits / 16).map((part) => part.toString(16))
  return `${parts.join(':')}::/${ipv6Bits}`
}

function isWithin(address: Address, cidrs: readonly string[]): boolean {
  return cidrs.some((cidr) => {
    if (!ipaddr.isValidCIDR(cidr)) return false
    const [network, bits] = ipaddr.parseCIDR(cidr)
    return network.kind() === address.kind() && address.match(network, bits)
  })
}

/** Only the usual notations: the resolver's old ones (`1`, `010.1.1.1`) hide what they mean. */
function parseAddress(text: string): Address | undefined {
  const isUsual = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
  return isUsual ? ipaddr.process(text.replace(/%.*$/, '')) : undefined
}

function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1]
  return bracketed ?? hop.replace(/^([\d.]+):\d+$/, '$1')
}
