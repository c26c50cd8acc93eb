// The kind of setting for the networks and hosts that webhooks may go to besides public addresses.
// egress/target-policy.ts decides what an entry allows.

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { AllowedTarget } from '../egress/allowed-target.ts'
import { isHostName, parseNetwork } from './setting-addresses.ts'
import { listOrNone } from './setting-kinds.ts'

/** `none` is the empty list. Ranges that are forbidden for all webhooks are refused, as they would have no effect. */
export const allowedTargets = listOrNone(
  'targets',
  'none, or a comma-separated list of networks and host names, each with or without a port, such as 10.1.0.0/16, [fd12::]/16:8443 or *.bank.internal:8443; not of loopback, link-local or multicast ranges',
  parseTarget,
  printTarget,
)

function parseTarget(entry: string): AllowedTarget | undefined {
  const parts = splitPort(entry.toLowerCase())
  // `parseNetwork` would accept a zone, which names an interface of one machine.
  if (parts === undefined || entry.includes('%')) return undefined
  const { place, port } = parts
  const network = parseNetwork(place)
  if (network !== undefined) {
    return isNeverReached(network) ? undefined : { kind: 'network', network, port }
  }
  return isHostName(place.replace(/^\*\./, '')) ? { kind: 'host', pattern: place, port } : undefined
}

/** Accepts `[fd12::]/16:8443`, `[fd12::/16]:8443` and `fd12::/16`; a bare IPv6 address has no port. */
function splitPort(entry: string): { place: string; port: number | undefined } | undefined {
  const bracketed = /^\[([^\]/]*)(\/\d+)?\](\/\d+)?(?::(\d+))?$/.exec(entry)
  const [, address = '', bitsInside = '', bitsAfter = '', bracketedPort] = bracketed ?? []
  if (bracketed !== null) {
    const place = `${address}${bitsInside}${bitsAfter}`
    return isIP(address) === 6 ? withPort(place, bracketedPort) : undefined
  }
  if (entry.split(':').length > 2) return withPort(entry, undefined)
  const [place = '', port] = entry.split(':')
  return withPort(place, port)
}

function withPort(place: string, given: string | undefined) {
  if (given === undefined) return { place, port: undefined }
  const port = /^\d{1,5}$/.test(given) ? Number(given) : 0
  return port >= 1 && port <= 65_535 ? { place, port } : undefined
}

const neverReached: readonly string[] = [
  'broadcast',
  'ipv4Mapped',
  'linkLocal',
  'loopback',
  'multicast',
  'unspecified',
]

function isNeverReached(network: string): boolean {
  const [address] = ipaddr.parseCIDR(network)
  return neverReached.includes(address.range())
}

function printTarget(target: AllowedTarget): string {
  const port = target.port === undefined ? '' : `:${target.port}`
  if (target.kind === 'host') return `${target.pattern}${port}`
  const [address = '', bits = ''] = target.network.split('/')
  return `${isIP(address) === 6 ? `[${address}]` : address}/${bits}${port}`
}
