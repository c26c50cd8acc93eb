// Finds the client's address, which the log, the rate limits and the allowed networks of a key go by.

import ipaddr from 'ipaddr.js'
import { memoise } from '../kernel/memoise.ts'

interface Address {
  readonly ip: ipaddr.IPv4 | ipaddr.IPv6
  readonly text: string
  readonly isLoopback: boolean
}

/** Parsed addresses and networks that are kept, because each request of a client brings the same ones. */
const memoisedMax = 512

interface Peer {
  readonly socketAddress: string | undefined
  /** The whole `X-Forwarded-For` header. Only the hops that trusted proxies wrote are believed. */
  readonly forwardedFor: string | undefined
}

/**
 * Returns the client's own address: the peer of the socket, or, if the peer is a trusted proxy, the last hop of
 * X-Forwarded-For that is not a trusted proxy. The hops left of it were written by the client and are
 * never read. An IPv4 address mapped into IPv6 is returned as IPv4; an unreadable one as `unknown`.
 */
export function clientAddressOf(peer: Peer, trustedProxies: readonly string[]): string {
  let client = parseAddress(peer.socketAddress ?? '')
  if (client === undefined || !isWithin(client, trustedProxies)) return client?.text ?? 'unknown'
  const hops = (peer.forwardedFor ?? '').split(',').map((hop) => hop.trim())
  while (isWithin(client, trustedProxies)) {
    const next = parseAddress(withoutPort(hops.pop() ?? ''))
    if (next === undefined) break
    client = next
  }
  return client.text
}

/** Returns whether the X-Forwarded-* headers of this peer are believed. */
export function isTrustedProxy(socketAddress: string | undefined, trusted: readonly string[]) {
  return isAddressWithin(socketAddress ?? '', trusted)
}

/** Returns whether `address` lies in one of the networks; false if either is malformed. */
export function isAddressWithin(address: string, cidrs: readonly string[]): boolean {
  const parsed = parseAddress(address)
  return parsed !== undefined && isWithin(parsed, cidrs)
}

export function isLoopbackClient(address: string | undefined): boolean {
  return parseAddress(address ?? '')?.isLoopback === true
}

/**
 * Returns what one client is counted by: an IPv4 address, or the /64 of an IPv6 address. A single client is
 * assigned at least a /64 and could otherwise use a new address for every request.
 */
export const networkOf: (address: string) => string = memoise(memoisedMax, (address) =>
  groupOf(address, 64),
)

/**
 * Returns what one site is counted by when guesses are counted: an IPv4 address, or the /48 of an IPv6 address.
 * Providers assign up to a /48 to a customer, which holds 65 536 networks of size /64.
 */
export function siteOf(address: string): string {
  return groupOf(address, 48)
}

/** Returns the IPv4 /24 or IPv6 /48 of an address: it stays the same when a user's provider assigns new addresses. */
export function areaOf(address: string): string {
  const ip = parseAddress(address)?.ip
  if (!(ip instanceof ipaddr.IPv4)) return groupOf(address, 48)
  return `${ip.octets.slice(0, 3).join('.')}.0/24`
}

function groupOf(address: string, ipv6Bits: 48 | 64): string {
  const parsed = parseAddress(address)
  if (!(parsed?.ip instanceof ipaddr.IPv6)) return parsed?.text ?? address
  const parts = parsed.ip.parts.slice(0, ipv6Bits / 16).map((part) => part.toString(16))
  return `${parts.join(':')}::/${ipv6Bits}`
}

function isWithin({ ip }: Address, cidrs: readonly string[]): boolean {
  return cidrs.some((cidr) => {
    const [network, bits] = parseNetwork(cidr) ?? []
    if (network === undefined || bits === undefined) return false
    return network.kind() === ip.kind() && ip.match(network, bits)
  })
}

const parseNetwork = memoise(memoisedMax, (cidr) =>
  ipaddr.isValidCIDR(cidr) ? ipaddr.parseCIDR(cidr) : undefined,
)

/** Parses the usual notations only: legacy ones (`1`, `010.1.1.1`) are ambiguous. */
const parseAddress = memoise(memoisedMax, (text): Address | undefined => {
  const isUsual = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
  if (!isUsual) return undefined
  const ip = ipaddr.process(text.replace(/%.*$/, ''))
  return { ip, text: ip.toString(), isLoopback: ip.range() === 'loopback' }
})

function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1]
  return bracketed ?? hop.replace(/^([\d.]+):\d+$/, '$1')
}
