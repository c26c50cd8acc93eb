// Decides whether a webhook may be sent to an address (rulings 6.7). It is asked when an endpoint is registered and
// again for every connection.

import {
  isLoopbackAddress,
  isWithinAny,
  networksOf,
  parseAddress,
  tierOf,
} from './address-tiers.ts'
import type { AllowedTarget } from './allowed-target.ts'
import type { Destination } from './destination.ts'
import { isNonWebPort } from './non-web-ports.ts'
import { isSelfCall, type OwnAddresses } from './self-call.ts'

/**
 * `forbidden`: never allowed. `private`: allowed only if the allow list names it. `plain_http`: allowed over https
 * only.
 */
export type TargetVerdict = 'allowed' | 'forbidden' | 'private' | 'plain_http'

/** `loopback`: this machine and the networks of the allow list; `networks`: only the networks of the allow list. */
type PlainHttp = 'nowhere' | 'networks' | 'loopback'

export interface TargetPolicy {
  /**
   * Judges all addresses of a host together: allowed only if each of them is, because a single other one may mean
   * that an attacker controls the name. @throws Error for an empty list, which is a bug
   */
  judge(addresses: readonly string[], destination: Destination): TargetVerdict
  /** Whether webhooks never go to this port, whatever address the name of the host has. */
  isPortForbidden(destination: Destination): boolean
  /** Where plain http is allowed at all, for checks before the address is known. */
  readonly plainHttp: PlainHttp
  /**
   * Whether a host name can be allowed plain http once its addresses are known, because the allow list has networks.
   */
  readonly isPlainHttpByName: boolean
}

export interface PolicySettings extends OwnAddresses {
  readonly allow: readonly AllowedTarget[]
  /** For the demo and development: allows loopback, also over plain http, and nothing else. */
  readonly allowLoopback: boolean
}

export function createTargetPolicy(settings: PolicySettings): TargetPolicy {
  const { allow, allowLoopback } = settings
  const isListed = allow.map(listedBy)
  const isNamed = allow.map(namedBy)

  function judgeOne(address: string, destination: Destination): TargetVerdict {
    const tier = tierOf(address)
    if (isSelfCall(address, destination.port, settings)) return 'forbidden'
    if (tier === 'forbidden') {
      return allowLoopback && isLoopbackAddress(address) ? 'allowed' : 'forbidden'
    }
    if (isListed.some((listed) => listed(address, destination.port))) return 'allowed'
    const naming = allow.filter((_, at) => isNamed[at]?.(destination))
    const isPortNamed = naming.some(({ port }) => port === destination.port)
    if (isNonWebPort(destination.port) && !isPortNamed) return 'forbidden'
    if (destination.scheme === 'http') return 'plain_http'
    if (tier === 'public') return 'allowed'
    return naming.length > 0 ? 'allowed' : 'private'
  }

  return {
    judge(addresses, destination) {
      if (addresses.length === 0) throw new Error('there is no address to judge')
      const verdicts = addresses.map((address) => judgeOne(address, destination))
      return verdicts.find((verdict) => verdict !== 'allowed') ?? 'allowed'
    },
    isPortForbidden(destination) {
      const { port } = destination
      if (allowLoopback || !isNonWebPort(port)) return false
      return !allow.some((entry, at) =>
        entry.kind === 'network'
          ? entry.port === undefined || entry.port === port
          : entry.port === port && isNamed[at]?.(destination),
      )
    },
    plainHttp: plainHttpOf(settings),
    isPlainHttpByName: allow.some(({ kind }) => kind === 'network'),
  }
}

function plainHttpOf({ allow, allowLoopback }: PolicySettings): PlainHttp {
  if (allowLoopback) return 'loopback'
  return allow.some(({ kind }) => kind === 'network') ? 'networks' : 'nowhere'
}

/** A network entry allows its addresses over https and http, under any name. */
function listedBy(entry: AllowedTarget): (address: string, port: number) => boolean {
  if (entry.kind !== 'network') return () => false
  const network = networksOf(entry.network)
  return (text, port) => {
    const address = parseAddress(text)
    const isRightPort = entry.port === undefined || entry.port === port
    return isRightPort && address !== undefined && isWithinAny(address, network)
  }
}

/** A host entry allows its names to have private addresses. */
function namedBy(entry: AllowedTarget): (destination: Destination) => boolean {
  if (entry.kind !== 'host') return () => false
  const { pattern } = entry
  return ({ host, port }) => {
    const isRightName = pattern.startsWith('*.')
      ? host.length >= pattern.length && host.endsWith(pattern.slice(1))
      : host === pattern
    return isRightName && (entry.port === undefined || entry.port === port)
  }
}
