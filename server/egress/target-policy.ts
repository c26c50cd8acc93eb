// Decides whether a webhook may be sent to an address (rulings 6.7). It is asked at registration for what
// is known then, and for every address that is dialled.

import { isLoopbackAddress, isWithinAny, networks, parseAddress, tierOf } from './address-tiers.ts'
import type { AllowedTarget } from './allowed-target.ts'
import type { Destination } from './destination.ts'
import { isPortOfOthers } from './other-ports.ts'
import { leadsToOurselves, type Ourselves } from './ourselves.ts'

/**
 * `forbidden`: closed to everybody. `private`: closed unless the allow list names it. `plain_http`: the
 * address might be reached by https, but not like this.
 */
export type Verdict = 'allowed' | 'forbidden' | 'private' | 'plain_http'

/** `loopback`: to this machine, and to networks that the allow list names; `networks`: to these alone. */
export type PlainHttp = 'nowhere' | 'networks' | 'loopback'

export interface TargetPolicy {
  /**
   * About all addresses of a name at once: allowed only when each of them is. One that is not may mean
   * that somebody else answers for the name. @throws Error without addresses: a bug.
   */
  judge(addresses: readonly string[], destination: Destination): Verdict
  /** Where plain http may go at all. Asked before an address is known. */
  readonly plainHttp: PlainHttp
  /** Whether a name may be reached by plain http once its addresses are known. This machine's own names need none. */
  readonly isPlainHttpByName: boolean
}

export interface PolicySettings extends Ourselves {
  readonly allow: readonly AllowedTarget[]
  /** The demo or development switch: opens loopback, also to plain http, and nothing else. */
  readonly allowLoopback: boolean
}

export function createTargetPolicy(settings: PolicySettings): TargetPolicy {
  const { allow, allowLoopback } = settings
  const isListed = allow.map(listedBy)
  const isNamed = allow.map(namedBy)

  function judgeOne(address: string, destination: Destination): Verdict {
    const tier = tierOf(address)
    if (leadsToOurselves(address, destination.port, settings)) return 'forbidden'
    if (tier === 'forbidden') {
      return allowLoopback && isLoopbackAddress(address) ? 'allowed' : 'forbidden'
    }
    if (isListed.some((listed) => listed(address, destination.port))) return 'allowed'
    const naming = allow.filter((_, at) => isNamed[at]?.(destination))
    const isPortNamed = naming.some(({ port }) => port === destination.port)
    if (isPortOfOthers(destination.port) && !isPortNamed) return 'forbidden'
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
    plainHttp: plainHttpOf(settings),
    isPlainHttpByName: allow.some(({ kind }) => kind === 'network'),
  }
}

function plainHttpOf({ allow, allowLoopback }: PolicySettings): PlainHttp {
  if (allowLoopback) return 'loopback'
  return allow.some(({ kind }) => kind === 'network') ? 'networks' : 'nowhere'
}

/** Networks open their addresses, by https and by http, under whatever name. */
function listedBy(entry: AllowedTarget): (address: string, port: number) => boolean {
  if (entry.kind !== 'network') return () => false
  const network = networks(entry.network)
  return (text, port) => {
    const address = parseAddress(text)
    const isRightPort = entry.port === undefined || entry.port === port
    return isRightPort && address !== undefined && isWithinAny(address, network)
  }
}

/** Names open private addresses to themselves. */
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
