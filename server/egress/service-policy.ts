// Decides whether a service that the product asks may be called at an address: the identity provider, the
// links it gives for uploads, the scoring engine. What the settings name is open, and nothing else.

import { isLoopbackAddress, tierOf } from './address-tiers.ts'
import { addressesWithoutDns, type Destination } from './destination.ts'
import { type HostPattern, isOneHost, matchesHost } from './host-pattern.ts'
import { leadsToOurselves, type Ourselves } from './ourselves.ts'
import type { TargetPolicy } from './target-policy.ts'

export interface ServiceReach {
  /** Whose name the product brought itself: reached at public addresses alone. */
  readonly known: readonly Destination[]
  /**
   * What an operator named. A host that is named in full may have private addresses; one that a pattern
   * takes in has public ones. Loopback is open only to a name that says so: `localhost`, `127.0.0.1`.
   */
  readonly named: readonly HostPattern[]
}

export function createServicePolicy(
  { known, named }: ServiceReach,
  ourselves: Ourselves,
): Pick<TargetPolicy, 'judge'> {
  const isKnown = ({ host, port }: Destination) =>
    known.some((one) => one.host === host && one.port === port)

  return {
    judge(addresses, destination) {
      if (addresses.length === 0) throw new Error('there is no address to judge')
      const admitting = named.filter((pattern) => matchesHost(pattern, destination))
      if (admitting.length === 0 && !isKnown(destination)) return 'forbidden'
      const isNamed = admitting.some(isOneHost)
      const verdicts = addresses.map((address) => {
        if (leadsToOurselves(address, destination.port, ourselves)) return 'forbidden'
        return judgeOne(address, destination, isNamed)
      })
      return verdicts.find((verdict) => verdict !== 'allowed') ?? 'allowed'
    },
  }
}

function judgeOne(
  address: string,
  { scheme, host }: Destination,
  isNamed: boolean,
): ReturnType<TargetPolicy['judge']> {
  const tier = tierOf(address)
  if (tier === 'forbidden') {
    return isNamed && isLoopbackAddress(address) && saysLoopback(host) ? 'allowed' : 'forbidden'
  }
  if (scheme === 'http') return 'plain_http'
  return tier === 'public' || isNamed ? 'allowed' : 'private'
}

function saysLoopback(host: string): boolean {
  return addressesWithoutDns(host)?.every(isLoopbackAddress) ?? false
}
