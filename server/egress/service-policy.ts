// Decides whether an external service may be called at an address: the identity provider, its upload links, the
// scoring engine. Only hosts named in the settings or built into the product are allowed.

import { isLoopbackAddress, tierOf } from './address-tiers.ts'
import { addressesWithoutDns, type Destination } from './destination.ts'
import { type HostPattern, isOneHost, matchesHost } from './host-pattern.ts'
import { isSelfCall, type OwnAddresses } from './self-call.ts'
import type { TargetPolicy } from './target-policy.ts'

export interface AllowedHosts {
  /** Hosts built into the product: allowed at public addresses only. */
  readonly known: readonly Destination[]
  /**
   * Hosts from the settings. A host named in full may have private addresses, one matched by a pattern only public
   * ones. Loopback is allowed only for names that say so: `localhost`, `127.0.0.1`.
   */
  readonly named: readonly HostPattern[]
}

export function createServicePolicy(
  { known, named }: AllowedHosts,
  ourselves: OwnAddresses,
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
        if (isSelfCall(address, destination.port, ourselves)) return 'forbidden'
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
