// Classifies IP addresses as forbidden, private or public. Pure tables, so that a reader can see what is closed;
// target-policy.ts decides what an entry of the allow list opens.

import ipaddr from 'ipaddr.js'

/**
 * `forbidden`: never called, whatever the allow list says. `private`: the operator's own networks and special-purpose
 * ranges, called only if the allow list names them. `public`: the Internet.
 */
type Tier = 'forbidden' | 'private' | 'public'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Parses an address in its usual notation, without brackets or zone; returns undefined for anything else. */
export function parseAddress(text: string): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  return ipaddr.IPv6.isValid(text) && !text.includes('%') ? ipaddr.IPv6.parse(text) : undefined
}

/** Returns `forbidden` for text that is not an address. */
export function tierOf(text: string): Tier {
  const address = parseAddress(text)
  if (address === undefined) return 'forbidden'
  return address instanceof ipaddr.IPv4 ? tierOfIpv4(address) : tierOfIpv6(address)
}

/** Returns whether this is an IPv6 address that embeds an IPv4 address; all such forms are forbidden. */
export function isIpv4InIpv6(text: string): boolean {
  const address = parseAddress(text)
  if (!(address instanceof ipaddr.IPv6)) return false
  return isWithinAny(address, ipv4Carriers) || carriesIpv4(address)
}

export function isLoopbackAddress(text: string): boolean {
  const address = parseAddress(text)
  return address !== undefined && isWithinAny(address, loopback)
}

const loopback = networksOf('127.0.0.0/8', '::1/128')

/** Ranges of IANA's special-purpose registry that no receiver can have, and metadata services of clouds. */
const forbiddenIpv4 = networksOf(
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16', // link-local, with the metadata services of most clouds
  '168.63.129.16/32', // Azure
  '100.100.100.200/32', // Alibaba Cloud
  '192.0.0.192/32', // Oracle Cloud, classic
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
)

/** Ranges of IANA's special-purpose registry: private use, shared, documentation, benchmarks, anycast relays. */
const privateIpv4 = networksOf(
  '10.0.0.0/8',
  '100.64.0.0/10',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
)

const globalIpv6 = networksOf('2000::/3')
const uniqueLocalIpv6 = networksOf('fc00::/7')

const ipv4Carriers = networksOf(
  '::ffff:0:0/96', // IPv4-mapped
  '::ffff:0:0:0/96', // translated (RFC 2765)
  '64:ff9b::/96', // NAT64
  '64:ff9b:1::/48', // NAT64, local use
  '2001::/32', // Teredo
  '2002::/16', // 6to4
)

const forbiddenIpv6 = networksOf(
  '2001::/32',
  '2002::/16',
  'fd00:ec2::/32', // AWS
  'fd20:ce::/32', // Google Cloud
  'fd00:42::42/128', // Scaleway
  'fd00:c1::a9fe:a9fe/128', // Oracle Cloud
  'fd00:a9fe:a9fe::/48', // Akamai (Linode)
)

const privateIpv6 = networksOf(
  '2001::/23', // protocol assignments: benchmarks, ORCHID, anycast
  '2001:db8::/32', // documentation
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
)

function tierOfIpv4(address: ipaddr.IPv4): Tier {
  if (isWithinAny(address, forbiddenIpv4)) return 'forbidden'
  if (isWithinAny(address, privateIpv4)) return 'private'
  // The library may know special ranges that these tables lack.
  return address.range() === 'unicast' ? 'public' : 'private'
}

/**
 * Allows only global unicast and unique local addresses. This closes all of ::/8 (unspecified, loopback,
 * IPv4-compatible, IPv4-mapped, NAT64) and link-local, site-local and multicast.
 */
function tierOfIpv6(address: ipaddr.IPv6): Tier {
  if (isWithinAny(address, forbiddenIpv6) || carriesIpv4(address)) return 'forbidden'
  if (isWithinAny(address, uniqueLocalIpv6)) return 'private'
  if (!isWithinAny(address, globalIpv6)) return 'forbidden'
  return isWithinAny(address, privateIpv6) || address.range() !== 'unicast' ? 'private' : 'public'
}

/** Recognises ISATAP (RFC 5214, section 6.1): an interface id made from an IPv4 address. */
function carriesIpv4({ parts }: ipaddr.IPv6): boolean {
  return (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe
}

type Network = readonly [address: Address, bits: number]

/** Returns whether the address is in one of the networks; a network of the other family never matches. */
export function isWithinAny(address: Address, candidates: readonly Network[]): boolean {
  return candidates.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  )
}

export function networksOf(...cidrs: readonly string[]): readonly Network[] {
  return cidrs.map((cidr) => ipaddr.parseCIDR(cidr))
}
